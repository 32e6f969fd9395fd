// The time of a recording: small pictures of it, marks where something happened, and a hand that can be anywhere at once.
const TELL_MS = 120; // while the hand moves, the world follows so often
const STEP_S = 5; // by an arrow key
const SMALL_PX = 72; // of a picture in the strip

export default {
  template: `
    <div class="time-bar" role="slider" tabindex="0" aria-label="Time of the recording" aria-valuemin="0"
      :aria-valuemax="duration" :aria-valuenow="shown.toFixed(1)" @pointerdown="press" @pointermove="move" @pointerup="release"
      @pointercancel="release" @pointerleave="pointed = null" @keydown="step">
      <div class="time-strip">
        <img v-for="time in strip" :key="time" :src="picture(time)" alt="" draggable="false" loading="lazy" @error="hide">
      </div>
      <div class="time-played" :style="{ width: percent(shown) }"></div>
      <button v-for="mark in marks" :key="mark.time_s + mark.words" type="button" :class="['time-mark', mark.kind]"
        :style="{ left: percent(mark.time_s) }" :title="mark.words" :aria-label="mark.words"
        @pointerdown.stop @click.stop="$emit('seek', mark.time_s)"></button>
      <div class="time-hand" :style="{ left: percent(shown) }"></div>
      <div class="time-preview" v-if="pointed !== null" :style="{ left: percent(pointed) }">
        <img :src="picture(pointed)" alt="" @error="hide">
        <span>{{ words(pointed) }}</span>
      </div>
    </div>`,
  props: { duration: Number, now: Number, marks: Array, recording: String },
  data: () => ({ held: null, pointed: null, wide: 0 }),
  computed: {
    shown() {
      return Math.min(this.held ?? this.now, this.duration);
    },
    strip() {
      const count = Math.max(1, Math.floor(this.wide / SMALL_PX));
      return this.recording && this.wide ? [...Array(count).keys()].map((number) => ((number + 0.5) * this.duration) / count) : [];
    },
  },
  mounted() {
    this.resizing = new ResizeObserver(() => (this.wide = this.$el.clientWidth));
    this.resizing.observe(this.$el);
  },
  beforeUnmount() {
    this.resizing.disconnect();
  },
  methods: {
    percent(time) {
      return `${this.duration ? (100 * time) / this.duration : 0}%`;
    },
    words(time) {
      const near = this.marks.find((mark) => Math.abs(mark.time_s - time) < 0.01 * this.duration);
      const [minutes, seconds] = [Math.floor(time / 60), (time % 60).toFixed(1).padStart(4, "0")];
      return `${minutes}:${seconds}${near ? ` · ${near.words}` : ""}`;
    },
    picture(time) {
      const grain = Math.max(0.2, this.duration / 240); // few enough pictures to be kept
      return `/thumbnail.jpg?recording=${encodeURIComponent(this.recording)}&time_s=${(Math.round(time / grain) * grain).toFixed(2)}`;
    },
    hide(event) {
      event.target.style.visibility = "hidden";
    },
    timeAt(event) {
      const { left, width } = this.$el.getBoundingClientRect();
      return Math.min(1, Math.max(0, (event.clientX - left) / width)) * this.duration;
    },
    press(event) {
      this.$el.setPointerCapture(event.pointerId);
      this.held = this.timeAt(event);
      this.tell();
    },
    move(event) {
      this.pointed = this.timeAt(event);
      if (this.held === null) return;
      this.held = this.pointed;
      this.timer ??= setTimeout(this.tell, TELL_MS);
    },
    release(event) {
      if (this.held === null) return;
      this.held = this.timeAt(event);
      this.tell();
      setTimeout(() => (this.held = null), 300); // until the answer has come
    },
    tell() {
      clearTimeout(this.timer);
      this.timer = null;
      if (this.held !== null) this.$emit("seek", Math.round(100 * this.held) / 100);
    },
    step(event) {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!way) return;
      event.preventDefault();
      this.$emit("seek", Math.min(this.duration, Math.max(0, this.now + way * STEP_S)));
    },
  },
};
