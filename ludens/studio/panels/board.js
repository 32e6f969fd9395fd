// A board to play on: pieces are picked by a click or dragged, and what was chosen is shown at once, before anybody
// has answered. The server draws the position; this draws what belongs to the hand of whoever plays.
const SQUARE = 100, MARGIN = 26, DRAG_PX = 6;

export default {
  template: `
    <div class="board-frame" :class="{ live: state.moves.length > 0 }" role="application" :aria-label="state.label"
         :data-columns="state.columns" :data-rows="state.rows" :data-turned="state.turned"
         @pointerdown="press" @pointermove="move" @pointerup="release" @pointercancel="drop" @contextmenu.prevent="cancel">
      <div class="board-base" ref="base" v-html="svg"></div>
      <svg class="board board-hand" :viewBox="viewBox" aria-hidden="true">
        <rect v-for="mark in marks" :key="mark.kind + mark.square" class="mark" :class="mark.kind" data-mark
              :x="corner(mark.square)[0]" :y="corner(mark.square)[1]" width="100" height="100"/>
        <circle v-for="square in targets" :key="'t' + square" class="target" :class="isTaken(square) ? 'takes' : 'free'"
                :cx="corner(square)[0] + 50" :cy="corner(square)[1] + 50" :r="isTaken(square) ? 43 : 15"/>
        <g v-for="ghost in ghosts" :key="'g' + ghost.square" class="piece ghost" :class="ghost.side" :data-ghost="ghost.square"
           :transform="'translate(' + corner(ghost.square).join(' ') + ')'" v-html="ghost.drawing"></g>
        <g v-if="dragged" class="piece dragged" :class="dragged.side" v-html="dragged.drawing"
           :transform="'translate(' + (dragged.x - 50) + ' ' + (dragged.y - 50) + ')'"></g>
      </svg>
    </div>`,
  props: { svg: String, state: Object },
  emits: ["move", "wrong", "drop"],
  data: () => ({ picked: null, put: null, pending: null, dragged: null, pressed: null }),
  computed: {
    columns() { return this.state.columns; },
    rows() { return this.state.rows; },
    viewBox() { return `${-MARGIN} 0 ${this.columns * SQUARE + MARGIN} ${this.rows * SQUARE + MARGIN}`; },
    // What was chosen last, nearest to the hand first: just now; told to the robot; to be told when it listens.
    chosen() { return this.pending ?? this.state.told ?? this.state.premove; },
    marks() {
      const kind = this.chosen && this.chosen === this.state.premove ? "premove" : "told";
      const chosen = this.chosen ? new Set([this.chosen.origin, this.chosen.target]) : [];
      const picked = new Set([this.picked, this.put].filter((square) => square !== null));
      return [...picked].map((square) => ({ kind: "picked", square })).concat([...chosen].map((square) => ({ kind, square })));
    },
    targets() {
      const moves = this.state.moves.filter((move) => move.origin === this.picked);
      if (this.put === null) return [...new Set(moves.map((move) => move.target))];
      return moves.filter((move) => move.target === this.put && move.takes !== null).map((move) => move.takes);
    },
    ghosts() {
      const way = this.put !== null ? { origin: this.picked, target: this.put } : this.chosen;
      const ghost = way && this.ghost(way.origin, way.target);
      return ghost ? [ghost] : [];
    },
  },
  watch: {
    state: {
      deep: true,
      handler(now, before) {
        if (now.answered !== before.answered) this.pending = null;
        if (now.moves.length === 0 || (this.picked !== null && !this.isOwn(this.picked) && !now.moves.some((move) => move.origin === this.picked)))
          this.picked = this.put = this.dragged = null;
        if (now.taking && now.taking !== before.taking) [this.picked, this.put] = [now.taking.origin, now.taking.target];
        if (now.sound && now.sound.number !== before.sound?.number) window.ludens.playSound(now.sound.kind);
      },
    },
  },
  mounted() { this.fade(); },
  updated() { this.fade(); },
  methods: {
    corner(square) {
      const column = square % this.columns, row = Math.floor(square / this.columns);
      return this.state.turned
        ? [(this.columns - 1 - column) * SQUARE, row * SQUARE]
        : [column * SQUARE, (this.rows - 1 - row) * SQUARE];
    },
    place(event) {
      const box = this.$el.querySelector("svg.board-hand").getScreenCTM().inverse();
      return new DOMPoint(event.clientX, event.clientY).matrixTransform(box);
    },
    squareAt(event) {
      const { x, y } = this.place(event);
      let column = Math.floor(x / SQUARE), row = this.rows - 1 - Math.floor(y / SQUARE);
      if (this.state.turned) [column, row] = [this.columns - 1 - column, this.rows - 1 - row];
      if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return null;
      const square = row * this.columns + column;
      return this.state.points && !this.state.points.includes(square) ? null : square;
    },
    pieceAt(square) { return this.$refs.base?.querySelector(`[data-at="${square}"]`); },
    isTaken(square) { return !!this.pieceAt(square); },
    isOwn(square) { return this.state.own.includes(square); },
    // A drawing of the piece that goes to a square: the one at its origin, or one from the hand.
    ghost(origin, square) {
      const piece = origin === square ? null : this.pieceAt(origin);
      if (piece) return { square, side: piece.classList.contains("light") ? "light" : "dark", drawing: piece.innerHTML };
      return this.state.hand && { square, ...this.state.hand };
    },
    // Pieces that are on their way, or dragged, are hardly seen where they came from.
    fade() {
      const left = new Set([this.chosen?.origin, this.chosen?.takes, this.dragged?.square, this.put !== null ? this.picked : null]);
      if (this.chosen && this.chosen.origin === this.chosen.target) left.delete(this.chosen.origin);
      for (const piece of this.$refs.base?.querySelectorAll("[data-at]") ?? [])
        piece.classList.toggle("leaving", left.has(Number(piece.dataset.at)));
    },
    press(event) {
      if (event.button !== 0 || this.state.moves.length + this.state.own.length === 0) return;
      const square = this.squareAt(event);
      if (square === null) return;
      event.preventDefault();
      const again = square === this.picked;
      if (this.state.premove && !this.pending) this.$emit("drop");
      this.choose(square);
      if (this.picked === square && this.put === null && this.isOwn(square)) {
        this.pressed = { square, x: event.clientX, y: event.clientY, again };
        this.$el.setPointerCapture(event.pointerId);
      }
    },
    move(event) {
      if (!this.pressed) return;
      if (!this.dragged && Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y) < DRAG_PX) return;
      const { x, y } = this.place(event), piece = this.pieceAt(this.pressed.square);
      if (!piece) return this.drop();
      const side = piece.classList.contains("light") ? "light" : "dark";
      this.dragged = { square: this.pressed.square, side, drawing: piece.innerHTML, x, y };
    },
    release(event) {
      const { pressed, dragged } = this;
      this.drop();
      if (!pressed) return;
      const square = this.squareAt(event);
      if (dragged && square !== null && square !== pressed.square) this.choose(square);
      else if (dragged || pressed.again) this.picked = null;
    },
    drop() { this.pressed = this.dragged = null; },
    cancel() {
      this.drop();
      this.picked = this.put = null;
      if (this.state.premove) this.$emit("drop");
    },
    // A click on a square, or a piece dropped there: pick up, put down, or say which one is taken.
    choose(square) {
      const { moves } = this.state;
      if (this.put !== null) return this.finish({ origin: this.picked, target: this.put, takes: square });
      if (moves.some((move) => move.origin === square && move.target === square)) this.picked = square;
      else if (this.picked === null || (square !== this.picked && this.isOwn(square))) {
        if (this.isOwn(square)) return void (this.picked = square);
        if (this.picked === null) return void this.$emit("wrong", { origin: null, target: square, takes: null });
      } else if (square === this.picked) return;
      const found = moves.filter((move) => move.origin === this.picked && move.target === square);
      if (found.length > 1 && found.some((move) => move.takes !== null)) return void (this.put = square);
      this.finish({ origin: this.picked, target: square, takes: found[0]?.takes ?? null });
    },
    finish(wanted) {
      const legal = this.state.moves.some((move) =>
        move.origin === wanted.origin && move.target === wanted.target && move.takes === wanted.takes);
      this.picked = this.put = null;
      if (legal) this.pending = wanted;
      this.$emit(legal ? "move" : "wrong", wanted);
    },
  },
};
