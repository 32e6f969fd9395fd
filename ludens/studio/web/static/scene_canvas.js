// The scene as an element of the page. Where the browser has no 3D, pictures of the server take its place.
import { SceneViewer, openStream } from "ludens-scene";

const NEXT_PICTURE_MS = 700, AGAIN_MS = 3000;

export default {
  template: `
    <div class="scene-host">
      <div class="scene-loading" v-if="!isWhole"><span></span></div>
      <template v-if="isFlat">
        <img class="scene-picture" v-if="picture" :src="picture" alt="The scene, drawn by the server">
        <div class="scene-flat-words" role="status">{{ words }}</div>
      </template>
    </div>`,
  props: { views: Array, floor: Object },
  data: () => ({ isWhole: false, isFlat: false, picture: "", words: "" }),
  mounted() {
    window.ludens.scene = this;
    this.asked = 0; // pictures, of the server
    try {
      this.viewer = new SceneViewer(this.$el, { views: this.views, floor: this.floor });
    } catch {
      return this.becomeFlat();
    }
    this.darkness = new MutationObserver(() => this.setDark());
    this.darkness.observe(document.body, { attributeFilter: ["class"] });
    this.setDark();
    this.closeStream = openStream({
      world: (world) => this.viewer.setWorld(world),
      moved: (packet) => (this.viewer.move(packet), (this.isWhole = true)),
    });
  },
  beforeUnmount() {
    clearTimeout(this.timer);
    this.asked += 1;
    this.closeStream?.();
    this.darkness?.disconnect();
    this.viewer?.close();
  },
  methods: {
    setDark() {
      this.viewer.setDark(document.body.classList.contains("body--dark"));
    },
    choose(number) {
      this.view = number;
      this.viewer?.viewpoints.choose(number);
      if (this.isFlat) this.ask();
    },
    chooseRobot(robot) {
      this.robot = robot;
      this.viewer?.viewpoints.chooseRobot(robot);
    },
    turned() {
      return this.viewer?.viewpoints.turned() ?? null;
    },
    async keepStill() {
      if (!this.isWhole) return; // there is nothing to keep yet
      const link = document.createElement("a");
      link.href = this.viewer ? URL.createObjectURL(await this.viewer.still()) : this.picture;
      link.download = `${document.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.${this.viewer ? "png" : "jpg"}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    },

    // ---- without 3D
    becomeFlat() {
      this.isFlat = true;
      this.words = "This browser draws nothing in three dimensions (WebGL is off). The server draws the scene for it, about once a second.";
      this.ask();
    },
    ask() {
      clearTimeout(this.timer);
      const { clientWidth: wide, clientHeight: high } = this.$el;
      const size = `width=${Math.max(64, Math.min(1600, wide))}&height=${Math.max(64, Math.min(1600, high))}`;
      if (document.hidden || !wide) this.timer = setTimeout(() => this.ask(), AGAIN_MS);
      else this.fetchPicture(`/scene.jpg?view=${this.view ?? 0}&robot=${encodeURIComponent(this.robot ?? "")}&${size}`);
    },
    // The picture before stays until there is another: also when the server has ended.
    async fetchPicture(address) {
      const number = ++this.asked;
      const picture = await fetch(address).then((answer) => (answer.ok ? answer.blob() : null)).catch(() => null);
      if (number !== this.asked) return; // another view was asked for meanwhile
      if (picture) {
        URL.revokeObjectURL(this.picture);
        this.picture = URL.createObjectURL(picture);
        this.isWhole = true;
      }
      this.timer = setTimeout(() => this.ask(), picture ? NEXT_PICTURE_MS : AGAIN_MS);
    },
  },
};
