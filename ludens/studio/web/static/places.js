// Which panel stands where: two panels change places by dragging one's title onto the other, or with the arrow keys on it.
// Kept in the browser for each game; a presentation has an order of its own.
(() => {
  const { game, places: atFirst } = window.ludensPlaces; // places: panel -> area of the grid
  const key = `ludens-places-${game}-${Object.keys(atFirst).join(" ")}`;
  const style = document.head.appendChild(document.createElement("style"));
  let places = kept();

  // What was kept, where it still fits this page.
  function kept() {
    try {
      const found = JSON.parse(localStorage.getItem(key)) ?? {};
      const areas = (of) => Object.values(of).sort().join();
      const fits = Object.keys(atFirst).every((panel) => found[panel]) && areas(found) === areas(atFirst);
      return fits ? found : { ...atFirst };
    } catch {
      return { ...atFirst };
    }
  }

  function show() {
    const moved = Object.entries(places).filter(([panel, area]) => atFirst[panel] !== area);
    const rule = ([panel, area]) => `.studio:not(.presenting) .studio-main > [data-panel="${panel}"] { grid-area: ${area}; }`;
    style.textContent = moved.map(rule).join("\n");
    document.documentElement.classList.toggle("panels-moved", moved.length > 0);
    window.dispatchEvent(new Event("resize")); // the scene draws in its new size
  }

  function swap(card, other) {
    const [one, two] = [card.dataset.panel, other.dataset.panel];
    [places[one], places[two]] = [places[two], places[one]];
    localStorage.setItem(key, JSON.stringify(places));
    show();
  }

  function reset() {
    places = { ...atFirst };
    localStorage.removeItem(key);
    show();
  }

  const cardOf = (element) => element?.closest?.("[data-panel]");
  const handleOf = (event) => event.target.closest?.(".card-handle");

  let drag = null;
  function mark(target) {
    drag.target?.classList.remove("drop-here");
    drag.target = target && target !== drag.card ? target : null;
    drag.target?.classList.add("drop-here");
  }
  function end() {
    if (!drag) return;
    mark(null);
    drag.card.classList.remove("dragged");
    drag = null;
  }
  document.addEventListener("pointerdown", (event) => {
    const handle = handleOf(event);
    if (!handle || event.button !== 0 || cardOf(handle).classList.contains("enlarged")) return;
    drag = { card: cardOf(handle), target: null };
    drag.card.classList.add("dragged");
    handle.setPointerCapture(event.pointerId);
    event.preventDefault(); // no text is selected meanwhile
  });
  document.addEventListener("pointermove", (event) => drag && mark(cardOf(document.elementFromPoint(event.clientX, event.clientY))));
  document.addEventListener("pointercancel", end);
  document.addEventListener("pointerup", () => {
    if (drag?.target) swap(drag.card, drag.target);
    end();
  });

  // The nearest card on that side.
  const SIDES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function neighbour(card, [right, down]) {
    const middle = (of) => (({ x, y, width, height }) => [x + width / 2, y + height / 2])(of.getBoundingClientRect());
    const [x, y] = middle(card);
    const others = [...document.querySelectorAll("[data-panel]")].filter((other) => other !== card && other.offsetParent);
    const ahead = others.map((other) => {
      const [otherX, otherY] = middle(other), along = (otherX - x) * right + (otherY - y) * down;
      return { other, along, away: along + 2 * Math.abs((otherX - x) * down + (otherY - y) * right) };
    });
    return ahead.filter(({ along }) => along > 1).sort((one, two) => one.away - two.away)[0]?.other;
  }
  document.addEventListener("keydown", (event) => {
    const handle = handleOf(event), side = SIDES[event.key];
    if (!handle || !side || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // neither the robot nor the moves of a game follow these arrows
    const other = neighbour(cardOf(handle), side);
    if (other) swap(cardOf(handle), other);
  }, true);

  window.addEventListener("storage", (event) => event.key === key && ((places = kept()), show())); // moved in another tab
  show();
  window.ludens.resetPlaces = reset;
})();
