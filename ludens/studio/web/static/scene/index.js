// The world as a spectator sees it: builds it from its description, moves it smoothly, draws only what has changed.
import { THREE, OrbitControls } from "nicegui-scene";
import { Gliding } from "./gliding.js";
import { Quality } from "./quality.js";
import { Stage } from "./stage.js";
import { Viewpoints } from "./viewpoints.js";
import { WorldMeshes } from "./meshes.js";

export { openStream } from "./stream.js";

export class SceneViewer {
  // host: an element that the picture fills; options: { views, floor } as the page describes them.
  // Throws where the browser cannot draw in three dimensions.
  constructor(host, options) {
    this.host = host;
    this.quality = new Quality();
    this.renderer = new THREE.WebGLRenderer({
      antialias: !this.quality.isSoftware,
      powerPreference: "high-performance",
    });
    host.prepend(this.renderer.domElement);
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(38, 1, 0.02, 120);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableDamping = !this.quality.isSoftware;
    this.controls.maxPolarAngle = 0.495 * Math.PI; // nobody looks from below the floor
    this.controls.minDistance = 0.1;
    this.controls.maxDistance = 30;
    this.quality.dress(this.renderer);
    this.stage = new Stage(this.scene, this.renderer, this.quality, options.floor);
    this.meshes = new WorldMeshes(this.quality);
    this.scene.add(this.meshes.root);
    this.gliding = new Gliding();
    this.viewpoints = new Viewpoints(this, options.views);
    this.controls.addEventListener("start", () => this.viewpoints.letGo());
    this.controls.addEventListener("change", () => this.stir());
    this.pictures = 0; // drawn so far
    this.isWhole = false;
    this.stirred = true;
    this.resizing = new ResizeObserver(() => this.resize());
    this.resizing.observe(host);
    this.resize();
    this.isClosed = false;
    this.beat = this.beat.bind(this);
    requestAnimationFrame(this.beat);
  }

  // Another world: { entities: [{ name, shapes: [...] }] }
  setWorld(world) {
    this.isWhole = false;
    this.meshes.build(world.entities);
    this.gliding.begin(this.meshes.groups);
    this.awaitsPoses = true; // before they have come, parts would lie in a heap
    this.viewpoints.setWorld(this.meshes);
    this.stir();
  }

  // What has moved: packet of `stream.js`
  move(packet) {
    if (packet.run !== this.gliding.run) this.quality.hurry(); // somebody has jumped, and waits
    this.gliding.take(packet, performance.now());
    if (this.awaitsPoses) {
      this.awaitsPoses = false;
      this.gliding.arrive();
      this.stage.fit(this.meshes);
      this.viewpoints.arrive();
      this.isWhole = true;
      this.host.dataset.whole = "";
    }
    this.stir();
  }

  setDark(isDark) {
    this.stage.setDark(isDark);
    this.stir();
  }

  resize() {
    const { clientWidth, clientHeight } = this.host;
    if (!clientWidth || !clientHeight) return;
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.isResized = true; // by the next picture: a canvas that gets another size is empty
    this.viewpoints?.frame();
    if (this.isWhole) this.draw();
  }

  // Something looks different from now on.
  stir() {
    this.stirred = true;
  }

  beat(now) {
    if (this.isClosed) return;
    requestAnimationFrame(this.beat);
    if (this.gliding.step(now)) this.stir();
    if (this.viewpoints.step(now)) this.stir();
    if (this.controls.enabled) this.controls.update();
    if (!this.stirred || !this.isWhole || document.hidden || !this.quality.mayDraw(this.renderer, now)) return;
    this.stirred = false;
    this.draw();
  }

  draw() {
    const began = performance.now();
    if (this.isResized) {
      this.isResized = false;
      this.renderer.setPixelRatio(this.quality.pixelRatio);
      this.renderer.setSize(this.host.clientWidth, this.host.clientHeight);
    }
    this.stage.follow(this.controls.target, this.camera);
    this.renderer.render(this.scene, this.camera);
    this.pictures += 1;
    this.host.dataset.pictures = this.pictures;
    if (this.quality.drawn(this.renderer, began)) this.isResized = true;
  }

  // What is drawn now, as a file.
  still() {
    this.draw();
    return new Promise((done) => this.renderer.domElement.toBlob(done, "image/png"));
  }

  close() {
    this.isClosed = true;
    this.resizing.disconnect();
    this.controls.dispose();
    this.meshes.clear();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }
}
