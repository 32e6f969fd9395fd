// Where the world is seen from: from places that the page names, along with a robot, from its own eye; or as a hand turns it.
import { THREE } from "nicegui-scene";

const MOVE_MS = 700;
const DRIFT_MS = 1600;
const MARGIN = 0.92; // of the picture is filled where all is in sight

export class Viewpoints {
  // views: [{ name, position, target, follows, carrier, hides, field_of_view_deg, width_to_height }], as the page describes them
  constructor(viewer, views) {
    this.viewer = viewer;
    this.views = views;
    this.robot = "";
    this.chosen = views[0]; // one of them
    this.isHeld = false; // a hand has turned the picture since a view was chosen
    this.move = null;
  }

  setWorld(meshes) {
    this.meshes = meshes;
  }

  // The poses are there: stand where the view wants it, at once.
  arrive() {
    this.dress();
    if (!this.isHeld) this.stand();
    this.hide();
  }

  choose(number) {
    this.chosen = this.views[number];
    this.isHeld = false;
    this.followedAt = null;
    this.dress();
    this.hide();
    if (this.viewer.isWhole) this.glide();
  }

  // Field of view, and whether a hand may turn the picture.
  dress() {
    this.viewer.camera.fov = this.chosen.field_of_view_deg;
    this.viewer.camera.updateProjectionMatrix();
    this.viewer.controls.enabled = !this.chosen.carrier;
  }

  chooseRobot(robot) {
    if (robot === this.robot) return;
    this.robot = robot;
    if (this.meshes && (this.chosen.follows || this.chosen.carrier)) this.choose(this.views.indexOf(this.chosen));
  }

  letGo() {
    this.isHeld = true;
    this.move = null;
  }

  // Where a hand has turned the picture to, as a viewpoint describes it; null where no hand has.
  turned() {
    if (!this.isHeld) return null;
    const { camera, controls } = this.viewer, beside = this.chosen.follows ? this.followed() : null;
    const at = (point) => [point.x - (beside?.position.x ?? 0), point.y - (beside?.position.y ?? 0), point.z];
    return { position_m: at(camera.position), target_m: at(controls.target), field_of_view_deg: camera.fov };
  }

  // The picture has another shape.
  frame() {
    if (!this.isHeld && !this.move && this.meshes && !this.chosen.carrier) this.stand();
  }

  // The entity that a view is about: `{robot}` in its name stands for the robot that is chosen.
  followed() {
    const name = (this.chosen.follows || this.chosen.carrier || "").replace("{robot}", this.robot);
    return this.meshes?.byName.get(name);
  }

  // Where the eye should be now, and what it looks at.
  wanted() {
    if (this.chosen.frames.length) return this.framing();
    const { place, aim } = this.chosen.position ? this.named() : this.ofAll();
    const beside = this.followed();
    if (this.chosen.follows && beside) {
      const ground = new THREE.Vector3(beside.position.x, beside.position.y, 0);
      place.add(ground);
      aim.add(ground);
    }
    return { place, aim };
  }

  named() {
    const place = new THREE.Vector3(...this.chosen.position), aim = new THREE.Vector3(...this.chosen.target);
    const farther = Math.max(1, this.chosen.width_to_height / this.viewer.camera.aspect);
    return { place: place.sub(aim).multiplyScalar(farther).add(aim), aim };
  }

  ofAll() {
    return this.around(this.meshes.extent(), new THREE.Vector3(-0.42, -0.75, 0.62), 1);
  }

  // The entities that the view is about, from the side that it names, no nearer than there.
  framing() {
    const { place, aim } = this.named(), box = new THREE.Box3();
    for (const name of this.chosen.frames) {
      const group = this.meshes.byName.get(name.replace("{robot}", this.robot));
      if (group) box.expandByObject(group);
    }
    return box.isEmpty() ? { place, aim } : this.around(box, place.clone().sub(aim), place.distanceTo(aim));
  }

  // A place from which a box is in sight: as near as every corner allows.
  around(box, direction, nearest) {
    const aim = box.getCenter(new THREE.Vector3()), camera = this.viewer.camera;
    const back = direction.clone().normalize(), right = new THREE.Vector3(0, 0, 1).cross(back).normalize();
    const up = back.clone().cross(right), high = MARGIN * Math.tan(THREE.MathUtils.degToRad(camera.fov / 2)), wide = high * camera.aspect;
    let away = nearest;
    for (const x of [box.min.x, box.max.x]) for (const y of [box.min.y, box.max.y]) for (const z of [box.min.z, box.max.z]) {
      const corner = new THREE.Vector3(x, y, z).sub(aim);
      away = Math.max(away, corner.dot(back) + Math.max(Math.abs(corner.dot(right)) / wide, Math.abs(corner.dot(up)) / high));
    }
    return { place: aim.clone().addScaledVector(back, away), aim };
  }

  stand() {
    if (this.chosen.carrier) return;
    const { place, aim } = this.wanted();
    this.viewer.camera.position.copy(place);
    this.viewer.controls.target.copy(aim);
    this.viewer.camera.lookAt(aim);
    this.followedAt = this.chosen.follows ? this.followed()?.position.clone() : null;
  }

  glide() {
    const { camera, controls } = this.viewer;
    this.move = { began: performance.now(), place: camera.position.clone(), aim: controls.target.clone() };
    if (this.viewer.quality.isSoftware) this.move.began = -Infinity; // few pictures: a glide would be a stutter
  }

  // Whether the eye has moved.
  step(now) {
    if (!this.viewer.isWhole) return false;
    if (this.chosen.carrier) return this.rideAlong();
    if (this.move) {
      const part = Math.min(1, (now - this.move.began) / MOVE_MS), ease = part * part * (3 - 2 * part);
      const { place, aim } = this.wanted();
      this.viewer.camera.position.lerpVectors(this.move.place, place, ease);
      this.viewer.controls.target.lerpVectors(this.move.aim, aim, ease);
      this.viewer.camera.lookAt(this.viewer.controls.target);
      if (part === 1) this.move = null;
      this.followedAt = this.followed()?.position.clone() ?? null;
      return true;
    }
    if (this.chosen.frames.length && !this.isHeld) return this.drift(now);
    return this.chosen.follows ? this.goAlong() : false;
  }

  // Come slowly to where everything is in sight.
  drift(now) {
    const { place, aim } = this.wanted(), { camera, controls } = this.viewer;
    const part = 1 - Math.exp(-Math.min(500, now - (this.drifted ?? now)) / DRIFT_MS);
    this.drifted = now;
    if (camera.position.distanceTo(place) + controls.target.distanceTo(aim) < 0.01) return false;
    camera.position.lerp(place, part);
    controls.target.lerp(aim, part);
    camera.lookAt(controls.target);
    return true;
  }

  // Keep the distance to an entity that moves over the floor.
  goAlong() {
    const beside = this.followed();
    if (!beside) return false;
    this.followedAt ??= beside.position.clone();
    const x = beside.position.x - this.followedAt.x, y = beside.position.y - this.followedAt.y;
    if (!x && !y) return false;
    for (const point of [this.viewer.camera.position, this.viewer.controls.target]) point.set(point.x + x, point.y + y, point.z);
    this.followedAt.copy(beside.position);
    return true;
  }

  rideAlong() {
    const head = this.followed();
    if (!head) return false;
    const { camera, controls } = this.viewer, before = camera.matrix.clone();
    const place = new THREE.Vector3(...this.chosen.position), aim = new THREE.Vector3(...this.chosen.target);
    head.updateMatrixWorld();
    camera.position.copy(head.localToWorld(place));
    controls.target.copy(head.localToWorld(aim));
    camera.up.set(0, 0, 1).applyQuaternion(head.quaternion);
    camera.lookAt(controls.target);
    camera.up.set(0, 0, 1);
    camera.updateMatrix();
    return !camera.matrix.equals(before);
  }

  // What stands in the way of a view is not drawn: the head behind an eye, the person whose eyes one looks with.
  hide() {
    const hidden = (this.chosen.hides ?? []).map((name) => name.replace("{robot}", this.robot));
    for (const group of this.meshes?.groups ?? [])
      group.visible = !hidden.some((name) => group.name === name || (name.endsWith("/*") && group.name.startsWith(name.slice(0, -1))));
    this.viewer.stir();
  }
}
