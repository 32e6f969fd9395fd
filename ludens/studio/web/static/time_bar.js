// The time of a recording: small pictures of it, marks where something happened, and a hand that can be anywhere at once.
const TELL_MS = 120; // while the hand moves, the world follows so often
const STEP_S = 5; // by an arrow key
const SMALL_PX = 72; // of a picture in the strip
const LINGERS_MS = 250; // before a moment under the pointer is drawn
const AFTER_JUMP_MS = 1200; // the page shows the moment it came to; small pictures wait so long
const LONGEST_JUMP_MS = 20_000;
const NEAR_S = 3;

export default {
  template: `
    <div class="time-bar" role="slider" tabindex="0" aria-label="Time of the recording" aria-valuemin="0"
      :aria-valuemax="duration" :aria-valuenow="shown.toFixed(1)" @pointerdown="press" @pointermove="move" @pointerup="release"
      @pointercancel="release" @pointerleave="leave" @keydown="step">
      <div class="time-strip">
        <img v-for="(time, number) in strip" :key="time" :src="number < asked ? picture(time) : null" alt="" draggable="false"
          @load="askNext" @error="hide">
      </div>
      <div class="time-played" :style="{ width: percent(shown) }"></div>
      <button v-for="mark in marks" :key="mark.time_s + mark.words" type="button" :class="['time-mark', mark.kind]"
        :style="{ left: percent(mark.time_s) }" :title="mark.words" :aria-label="mark.words"
        @pointerdown.stop @click.stop="jump(mark.time_s)"></button>
      <div class="time-hand" :style="{ left: percent(shown) }"></div>
      <div class="time-preview" v-if="pointed !== null" :style="{ left: percent(pointed) }">
        <img v-if="lingered !== null" :src="picture(lingered)" alt="" @error="hide">
        <span>{{ words(pointed) }}</span>
      </div>
    </div>`,
  props: { duration: Number, now: Number, marks: Array, recording: String },
  // asked: so many pictures of the strip are drawn or being drawn, one after the other; lingered: the moment that is previewed
  data: () => ({ held: null, pointed: null, lingered: null, wide: 0, asked: 0 }),
  computed: {
    shown() {
      return Math.min(this.held ?? this.now, this.duration);
    },
    strip() {
      const count = Math.max(1, Math.floor(this.wide / SMALL_PX));
      return this.recording && this.wide ? [...Array(count).keys()].map((number) => ((number + 0.5) * this.duration) / count) : [];
    },
  },
  watch: {
    now(now) {
      if (this.target !== null && Math.abs(now - this.target) < NEAR_S) this.restAfterJump(AFTER_JUMP_MS);
    },
    strip() {
      this.asked = 0;
      this.askNext();
    },
  },
  created() {
    this.target = null; // of a jump that is not there yet
    this.isResting = false; // no picture is asked for: the moment of a jump comes first
  },
  mounted() {
    this.resizing = new ResizeObserver(() => (this.wide = this.$el.clientWidth));
    this.resizing.observe(this.$el);
  },
  beforeUnmount() {
    this.resizing.disconnect();
    for (const timer of [this.timer, this.lingering, this.resting]) clearTimeout(timer);
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
      this.askNext();
    },
    askNext() {
      const isLoading = [...this.$el.querySelectorAll(".time-strip img[src]")].some((image) => !image.complete);
      if (!this.isResting && !isLoading) this.asked = Math.min(this.strip.length, this.asked + 1);
    },
    jump(time) {
      this.target = time;
      this.lingered = null;
      this.restAfterJump(LONGEST_JUMP_MS);
      this.$emit("seek", time);
    },
    restAfterJump(rest_ms) {
      if (rest_ms < LONGEST_JUMP_MS) this.target = null;
      this.isResting = true;
      clearTimeout(this.resting);
      this.resting = setTimeout(() => {
        this.isResting = false;
        this.askNext();
      }, rest_ms);
    },
    linger() {
      clearTimeout(this.lingering);
      this.lingering = setTimeout(() => (this.lingered = this.isResting ? null : this.pointed), LINGERS_MS);
    },
    leave() {
      clearTimeout(this.lingering);
      this.pointed = this.lingered = null;
    },
    timeAt(event) {
      const { left, width } = this.$el.getBoundingClientRect();
      return Math.min(1, Math.max(0, (event.clientX - left) / width)) * this.duration;
    },
    press(event) {
      this.$el.setPointerCapture(event.pointerId);
      this.held = this.timeAt(event);
      this.told = null;
      this.tell();
    },
    move(event) {
      this.pointed = this.timeAt(event);
      this.linger();
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
      const wanted = this.held === null ? null : Math.round(100 * this.held) / 100;
      if (wanted === null || wanted === this.told) return; // a click has a beginning and an end, and means one jump
      this.told = wanted;
      this.jump(wanted);
    },
    step(event) {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!way) return;
      event.preventDefault();
      this.jump(Math.min(this.duration, Math.max(0, this.now + way * STEP_S)));
    },
  },
};
