// How well the world can be drawn here: with a graphics card as well as it goes; without one coarser, with pauses, so that
// the page and the simulation beside it stay quick.
import { THREE } from "nicegui-scene";

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
const MOST_PIXELS_IN_SOFTWARE = 300_000;
const LEAST_RATIO = 0.6;
const QUICK_MS = 60, SLOW_MS = 130; // in software: a picture that takes longer is drawn with fewer pixels
const LONGEST_REST_MS = 60; // between two pictures, for the rest of the page
const FIRST_PICTURES = 3; // they compile, and say nothing about the others

export class Quality {
  constructor() {
    const probe = document.createElement("canvas").getContext("webgl2");
    if (!probe) throw new Error("This browser cannot draw in three dimensions.");
    const info = probe.getExtension("WEBGL_debug_renderer_info");
    const card = info ? probe.getParameter(info.UNMASKED_RENDERER_WEBGL) : "";
    probe.getExtension("WEBGL_lose_context")?.loseContext();
    this.isSoftware = SOFTWARE.test(card);
    document.documentElement.classList.toggle("draws-in-software", this.isSoftware); // for the style sheet
    this.pixelRatio = this.isSoftware ? 1 : Math.min(window.devicePixelRatio || 1, 2);
    this.anisotropy = this.isSoftware ? 1 : 8;
    this.drawnPictures = 0;
    this.awake = 0;
    this.fence = null;
    this.tookMs = 0;
  }

  dress(renderer) {
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = this.isSoftware ? THREE.BasicShadowMap : THREE.PCFSoftShadowMap;
    if (this.isSoftware) return;
    renderer.toneMapping = THREE.NeutralToneMapping;
    renderer.toneMappingExposure = 1.02;
  }

  material(settings) {
    const { roughness = 0.6, metalness = 0, ...others } = settings;
    return this.isSoftware ? new THREE.MeshLambertMaterial(others) : new THREE.MeshStandardMaterial({ roughness, metalness, ...others });
  }

  // How many flat pieces go round something of this diameter.
  roundness(diameter, crowd) {
    if (!this.isSoftware) return diameter < 0.03 ? 16 : diameter < 0.3 && crowd > 400 ? 20 : 40;
    return diameter < 0.06 ? 8 : diameter < 0.2 ? 12 : 20;
  }

  mayDraw(renderer, now) {
    if (!this.isSoftware) return true;
    if (this.fence && !this.finish(renderer)) return false;
    return now >= this.awake;
  }

  // What is drawn next is awaited: it does not rest before.
  hurry() {
    this.awake = 0;
  }

  // After a picture; true when the next one is to have another size.
  drawn(renderer, began) {
    this.drawnPictures += 1;
    if (!this.isSoftware) return false;
    const gl = renderer.getContext();
    this.fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.began = began;
    gl.flush();
    const { width, height } = renderer.domElement;
    const most = Math.sqrt(MOST_PIXELS_IN_SOFTWARE / (width * height / this.pixelRatio ** 2));
    const wanted = this.drawnPictures <= FIRST_PICTURES ? Math.min(1, most) : this.wantedRatio(Math.min(1, most));
    if (Math.abs(wanted - this.pixelRatio) < 0.05) return false;
    this.pixelRatio = wanted;
    return true;
  }

  wantedRatio(most) {
    if (this.tookMs > SLOW_MS) return Math.max(LEAST_RATIO, 0.85 * this.pixelRatio);
    if (this.tookMs < QUICK_MS) return Math.min(most, 1.12 * this.pixelRatio);
    return this.pixelRatio;
  }

  // Whether the picture before is there; then the page rests for a moment.
  finish(renderer) {
    const gl = renderer.getContext();
    const state = gl.clientWaitSync(this.fence, 0, 0);
    if (state === gl.TIMEOUT_EXPIRED) return false;
    gl.deleteSync(this.fence);
    this.fence = null;
    const now = performance.now(), took = now - this.began;
    if (this.drawnPictures > FIRST_PICTURES) this.tookMs += (this.tookMs ? 0.3 : 1) * (took - this.tookMs);
    this.awake = now + Math.min(0.5 * took, LONGEST_REST_MS);
    return true;
  }
}
