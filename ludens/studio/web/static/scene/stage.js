// Everything round the world: a sky, a floor that fades into it instead of ending, lamps and their shadows.
import { THREE } from "nicegui-scene";
import { textureOf } from "./finishes.js";

// floor: its colour by what it is made of, by daylight and in the dark
const FLOORS = {
  wood: { light: 0xdcc3a1, dark: 0x5c4a39, tile_m: 1.1 },
  felt: { light: 0xb7bdc6, dark: 0x39414c, tile_m: 0.7 },
  stone: { light: 0xc3c7cc, dark: 0x353c46, tile_m: 1.2 },
};
const SKIES = {
  light: { zenith: 0xa9c4e4, horizon: 0xf3f1ec },
  dark: { zenith: 0x0a0e14, horizon: 0x202a37 },
};
const SKY_M = 60;
const FLOOR_REACH = 7; // as often as what is there reaches from its middle
const LAMP = new THREE.Vector3(-0.42, -0.5, 1).normalize(); // from the world to the lamp: over the onlooker's left shoulder
export class Stage {
  // floor: { finish, z_m }
  constructor(scene, renderer, quality, floor) {
    this.scene = scene;
    this.quality = quality;
    this.floorKind = FLOORS[floor?.finish] ?? FLOORS.felt;
    this.floorZ = floor?.z_m ?? 0;
    this.ambient = new THREE.HemisphereLight(0xffffff, 0xb9aa98, 1);
    this.lamp = new THREE.DirectionalLight(0xfff1dc, 2);
    this.lamp.castShadow = true;
    this.lamp.shadow.mapSize.setScalar(quality.isSoftware ? 1024 : 2048);
    this.lamp.shadow.radius = quality.isSoftware ? 2 : 5;
    this.rim = new THREE.DirectionalLight(0xbcd4ff, 0.5);
    this.rim.position.set(2, 3, 1.5);
    this.sky = skyDome();
    this.floor = floorDisc(quality, floor?.finish ?? "felt");
    this.floor.position.z = this.floorZ - 0.002;
    scene.fog = new THREE.Fog(0xffffff, 5, 20);
    scene.add(this.ambient, this.lamp, this.lamp.target, this.sky, this.floor);
    if (!quality.isSoftware) {
      scene.environment = reflections(renderer);
      scene.add(this.rim);
    }
    this.setDark(false);
    this.reach = 2;
    this.middle = new THREE.Vector3();
  }

  setDark(isDark) {
    const { zenith, horizon } = isDark ? SKIES.dark : SKIES.light;
    paintSky(this.sky, new THREE.Color(zenith), new THREE.Color(horizon));
    this.scene.fog.color.set(horizon);
    this.floor.material.color.set(isDark ? this.floorKind.dark : this.floorKind.light);
    const software = this.quality.isSoftware;
    this.ambient.intensity = (isDark ? 0.9 : 1.35) * (software ? 1.15 : 0.75);
    this.lamp.intensity = isDark ? 1.7 : 2.1;
    this.scene.environmentIntensity = isDark ? 0.35 : 0.5;
  }

  // The floor reaches far beyond everything that is there, and fades into the sky.
  fit(meshes) {
    const box = meshes.extent();
    this.reach = Math.max(1.2, 0.5 * Math.hypot(box.max.x - box.min.x, box.max.y - box.min.y));
    this.middle = box.getCenter(new THREE.Vector3());
    const radius = FLOOR_REACH * this.reach, { uv, position } = this.floor.geometry.attributes;
    this.floor.scale.set(radius, radius, 1);
    const tiles = radius / this.floorKind.tile_m;
    for (let corner = 0; corner < uv.count; corner++) uv.setXY(corner, position.getX(corner) * tiles, position.getY(corner) * tiles);
    uv.needsUpdate = true;
  }

  // Sky and floor go along with the eye; shadows are sharp where it looks.
  follow(target, camera) {
    this.sky.position.copy(camera.position);
    const away = camera.position.distanceTo(target), beyond = camera.position.distanceTo(this.middle) + this.reach;
    Object.assign(this.scene.fog, { near: beyond, far: Math.max(1.6 * beyond, (FLOOR_REACH - 1) * this.reach) });
    const reach = Math.min(7, Math.max(0.6, 0.75 * away));
    const { shadow } = this.lamp, frame = shadow.camera;
    if (frame.right !== reach) {
      Object.assign(frame, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1, far: 6 * reach });
      frame.updateProjectionMatrix();
      shadow.bias = -0.0003;
      shadow.normalBias = 2.2 * (2 * reach / shadow.mapSize.x); // flat things do not shade themselves
    }
    this.lamp.target.position.copy(target);
    this.lamp.position.copy(target).addScaledVector(LAMP, 3 * reach);
  }
}

function skyDome() {
  const geometry = new THREE.SphereGeometry(SKY_M, 16, 24).rotateX(Math.PI / 2);
  geometry.setAttribute("color", new THREE.BufferAttribute(new Float32Array(3 * geometry.attributes.position.count), 3));
  const material = new THREE.MeshBasicMaterial({ vertexColors: true, side: THREE.BackSide, depthWrite: false, toneMapped: false, fog: false });
  const dome = new THREE.Mesh(geometry, material);
  dome.renderOrder = 1; // last, where nothing else is
  dome.frustumCulled = false;
  return dome;
}

function paintSky(dome, zenith, horizon) {
  const { position, color } = dome.geometry.attributes, shade = new THREE.Color();
  for (let corner = 0; corner < position.count; corner++) {
    const up = Math.min(1, Math.max(0, position.getZ(corner) / SKY_M / 0.7));
    shade.copy(horizon).lerp(zenith, up ** 0.8);
    color.setXYZ(corner, shade.r, shade.g, shade.b);
  }
  color.needsUpdate = true;
}

function floorDisc(quality, finish) {
  const material = quality.material({ roughness: 0.85, map: textureOf(finish, quality.anisotropy) });
  const floor = new THREE.Mesh(new THREE.CircleGeometry(1, 48), material);
  floor.receiveShadow = true;
  return floor;
}

// A bright room with a few windows, for what shines.
function reflections(renderer) {
  const room = new THREE.Scene();
  const add = (colour, strength, size, place) => {
    const mesh = new THREE.Mesh(new THREE.BoxGeometry(...size), new THREE.MeshBasicMaterial({ color: colour, side: THREE.DoubleSide }));
    mesh.material.color.multiplyScalar(strength);
    mesh.position.set(...place);
    room.add(mesh);
  };
  add(0xdfe5ec, 0.8, [20, 20, 10], [0, 0, 4]);
  add(0xffffff, 7, [6, 3, 0.1], [-4, -3, 8.5]);
  add(0xffffff, 4, [0.1, 6, 3], [-9.5, 2, 5]);
  add(0xfff2df, 4, [6, 0.1, 3], [2, 9.5, 5]);
  add(0x8c8074, 0.6, [20, 20, 0.1], [0, 0, -0.9]);
  const maker = new THREE.PMREMGenerator(renderer);
  const texture = maker.fromScene(room, 0.03).texture;
  maker.dispose();
  return texture;
}
