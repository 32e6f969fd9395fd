// What the page does by itself, between two messages of the server.
window.ludens = (() => {
  // A stick and, below it, a turner: held by pointer or keys, told five times a second while held, once when released.
  const KEYS = {
    w: ["forward", 1], s: ["forward", -1], a: ["left", 1], d: ["left", -1], q: ["turn", 1], e: ["turn", -1],
    arrowup: ["forward", 1], arrowdown: ["forward", -1], arrowleft: ["turn", 1], arrowright: ["turn", -1],
  };

  function makeStick(element) {
    const stick = getHtmlElement(element);
    if (!stick) return void setTimeout(() => makeStick(element), 200); // in a tab that nobody has opened yet
    const turner = stick.parentElement.querySelector(".turner");
    const held = { stick: [0, 0], turner: 0, keys: new Set() };
    let told = "", timer = null;

    function state() {
      const push = { forward: held.stick[0], left: held.stick[1], turn: held.turner };
      for (const key of held.keys) push[KEYS[key][0]] += KEYS[key][1];
      for (const name in push) push[name] = Math.round(100 * Math.min(1, Math.max(-1, push[name]))) / 100;
      return push;
    }
    function show(push) {
      move(stick, -push.left * 38, -push.forward * 38);
      move(turner, -push.turn * 46, 0);
      stick.classList.toggle("held", !!(push.forward || push.left));
      turner.classList.toggle("held", !!push.turn);
    }
    function move(parent, x, y) {
      parent.querySelector(".knob").style.transform = `translate(calc(-50% + ${x}px), calc(-50% + ${y}px))`;
    }
    function tell() {
      const push = state();
      const still = !push.forward && !push.left && !push.turn;
      const words = JSON.stringify(push);
      if (still && words === told) return;
      told = words;
      stick.dispatchEvent(new CustomEvent("push", { detail: push }));
      if (still) (clearInterval(timer), (timer = null));
      else if (timer === null) timer = setInterval(tell, 200);
    }
    function change() {
      show(state());
      if (JSON.stringify(state()) !== told) tell();
    }
    function grip(parent, set) {
      const drag = (event) => {
        const box = parent.getBoundingClientRect();
        const x = (event.clientX - box.left) / box.width * 2 - 1, y = (event.clientY - box.top) / box.height * 2 - 1;
        set(x / 0.62, y / 0.62);
        change();
      };
      parent.addEventListener("pointerdown", (event) => (parent.setPointerCapture(event.pointerId), drag(event)));
      parent.addEventListener("pointermove", (event) => parent.hasPointerCapture(event.pointerId) && drag(event));
      for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
        parent.addEventListener(end, () => (set(0, 0), change()));
    }
    grip(stick, (x, y) => {
      const length = Math.max(1, Math.hypot(x, y));
      const dead = (value) => (Math.abs(value) < 0.12 ? 0 : value);
      held.stick = [dead(-y / length), dead(-x / length)];
    });
    grip(turner, (x) => (held.turner = Math.abs(x) < 0.12 ? 0 : Math.min(1, Math.max(-1, -x))));
    const typing = (target) => target.closest?.("input, textarea, [contenteditable], .q-dialog");
    document.addEventListener("keydown", (event) => {
      const key = event.key.toLowerCase();
      if (!stick.offsetParent || !KEYS[key] || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      if (event.target.closest?.(".q-slider, .q-tab, .q-select")) return;
      event.preventDefault();
      held.keys.add(key);
      change();
    });
    document.addEventListener("keyup", (event) => held.keys.delete(event.key.toLowerCase()) && change());
    window.addEventListener("blur", () => (held.keys.clear(), (held.stick = [0, 0]), (held.turner = 0), change()));
    document.addEventListener("keydown", (event) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      press(stick, `[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    });
    hearGamepad(stick, held, change);
    stick.dataset.ready = "";
  }

  // A button of the controls, as if it were clicked.
  function press(stick, selector) {
    const button = stick.closest(".remote")?.querySelector(selector);
    if (button?.offsetParent) button.click();
  }

  // The first gamepad: its left stick walks, its right one turns, its buttons press those that name their numbers.
  function hearGamepad(stick, held, change) {
    const lamp = stick.parentElement.querySelector(".pad-light");
    const pressed = new Set();
    let pushed = false;
    setInterval(() => {
      const pad = [...(navigator.getGamepads?.() ?? [])].find((found) => found?.connected);
      lamp?.classList.toggle("heard", !!pad);
      if ((!pad || !document.hasFocus()) && !pushed) return;
      const axis = (number) => {
        const value = document.hasFocus() ? pad?.axes[number] ?? 0 : 0;
        return Math.abs(value) < 0.15 ? 0 : value;
      };
      const push = [-axis(1), -axis(0), -axis(2)];
      if (pushed || push.some(Boolean)) {
        pushed = push.some(Boolean);
        held.stick = push.slice(0, 2);
        held.turner = push[2];
        change();
      }
      (pad?.buttons ?? []).forEach((button, number) => {
        if (button.pressed && !pressed.has(number)) press(stick, `[data-pad="${number}"]`);
        if (button.pressed) pressed.add(number);
        else pressed.delete(number);
      });
    }, 60);
  }

  // A map that a person may reach into: a click, or a handle that is dragged. Where it went is told in the picture's own
  // pixels. words: handle -> what is said beside the pointer meanwhile.
  function makeTouchable(element, words) {
    const frame = getHtmlElement(element);
    const ghost = document.createElement("div");
    ghost.className = "map-ghost";
    document.body.append(ghost);
    let touch = null;

    function place(event) {
      const box = frame.querySelector("svg.map").getScreenCTM().inverse();
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(box);
      return [Math.round(10 * point.x) / 10, Math.round(10 * point.y) / 10];
    }
    function inside(event) {
      const box = frame.getBoundingClientRect();
      return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    }
    function show(event) {
      ghost.textContent = words[touch.handle] ?? "";
      ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
      ghost.classList.toggle("on", inside(event));
    }
    function end() {
      touch = null;
      ghost.classList.remove("on");
    }
    frame.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !frame.querySelector("svg.map")) return;
      const handle = event.target.closest?.("[data-handle]")?.dataset.handle ?? "";
      touch = { handle, from: place(event) };
      frame.setPointerCapture(event.pointerId);
      show(event);
      event.preventDefault(); // no text is selected meanwhile
    });
    frame.addEventListener("pointermove", (event) => touch && show(event));
    frame.addEventListener("pointercancel", end);
    frame.addEventListener("pointerup", (event) => {
      if (touch && inside(event)) frame.dispatchEvent(new CustomEvent("touch", { detail: { ...touch, to: place(event) } }));
      end();
    });
  }

  // The size of an element, now and whenever it changes; of one in a tab, as soon as that was opened.
  function tellSize(element) {
    const box = getHtmlElement(element);
    if (!box) return void setTimeout(() => tellSize(element), 500);
    new ResizeObserver(() => {
      if (box.clientWidth) box.dispatchEvent(new CustomEvent("size", { detail: [box.clientWidth, box.clientHeight] }));
    }).observe(box);
  }

  // After the page has drawn what is new; and whenever the list gets another size.
  function scrollToEnd(element) {
    requestAnimationFrame(() => {
      const list = getHtmlElement(element);
      if (!list) return;
      const toEnd = () => (list.scrollTop = list.scrollHeight);
      toEnd();
      list.keepsEnd ??= new ResizeObserver(toEnd);
      list.keepsEnd.observe(list);
    });
  }

  // The move that is looked at, in its list.
  function showMove(element) {
    requestAnimationFrame(() => {
      const list = getHtmlElement(element), now = list?.querySelector(".now, .result");
      if (now) list.scrollTop += now.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
    });
  }

  // A card as large as the window, or as it was.
  function enlarge(target) {
    target.closest(".card")?.classList.toggle("enlarged");
    window.dispatchEvent(new Event("resize")); // the scene draws in its new size
  }

  // A film of the page from now on, as the browser sees it; it stays on this computer.
  const LONGEST_FILM_MS = 60_000;
  const canFilm = () => !!navigator.mediaDevices?.getDisplayMedia && !!window.MediaRecorder;

  // A browser makes a video; the server of this computer makes a GIF or WebP of it.
  async function inForm(video, kind) {
    if (kind === "webm") return video;
    const answer = await fetch(`/page-film/${kind}`, { method: "POST", body: video });
    if (answer.ok) return answer.blob();
    Quasar.Notify.create({ type: "warning", message: await answer.text() });
    return video;
  }

  async function filmPage(name, wanted) {
    if (document.querySelector(".filming")) return;
    if (!canFilm())
      return void Quasar.Notify.create({ type: "warning", message: "This browser cannot film its pages; Chromium, Chrome, Edge, Firefox and Safari on a computer can." });
    let stream;
    try {
      stream = await navigator.mediaDevices.getDisplayMedia({ video: true, preferCurrentTab: true });
    } catch (refusal) {
      return void Quasar.Notify.create({ type: "warning", message: `The page is not filmed: ${refusal.message}` });
    }
    const kind = ["video/webm", "video/mp4"].find((type) => MediaRecorder.isTypeSupported(type));
    const recorder = new MediaRecorder(stream, { mimeType: kind }), parts = [];
    const stop = () => recorder.state !== "inactive" && recorder.stop();
    const button = document.body.appendChild(document.createElement("button"));
    button.className = "filming";
    button.textContent = "● End the film";
    button.onclick = stop;
    recorder.ondataavailable = (event) => parts.push(event.data);
    recorder.onstop = async () => {
      stream.getTracks().forEach((track) => track.stop());
      button.textContent = "● Making the film …";
      button.disabled = true;
      const film = await inForm(new Blob(parts, { type: kind }), wanted);
      button.remove();
      const link = document.createElement("a");
      link.href = URL.createObjectURL(film);
      link.download = `${name}.${film.type.split(";")[0].split("/")[1]}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    };
    stream.getVideoTracks()[0].onended = stop; // ended by the browser's own button
    setTimeout(stop, LONGEST_FILM_MS);
    recorder.start(1000);
  }

  // For a projector: scene, game and words alone.
  function present() {
    document.querySelector(".studio")?.classList.toggle("presenting");
    window.dispatchEvent(new Event("resize"));
  }

  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "p" || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!event.target.closest?.("input, textarea, [contenteditable], .q-dialog")) present();
  });

  // On a small screen: the controls that are rarely used, or only the others.
  function openHeader(target) {
    target.closest(".studio-header")?.classList.toggle("header-open");
  }

  // Says when the program has ended. While a connection is only lost for a moment, the page waits by itself.
  function watchServer() {
    const ended = document.createElement("div");
    ended.className = "server-ended";
    ended.setAttribute("role", "alert");
    const [words, command, copy] = ["span", "code", "button"].map((tag) => ended.appendChild(document.createElement(tag)));
    words.textContent = "The studio has ended. To go on, type in the terminal:";
    command.textContent = window.ludensCommand;
    copy.textContent = "Copy";
    copy.onclick = () => navigator.clipboard?.writeText(window.ludensCommand).then(() => (copy.textContent = "Copied"));
    ended.append("This page comes back by itself.");
    let isGone = false;
    setInterval(() => {
      if (window.socket?.connected !== false) return ended.remove();
      fetch("/alive", { cache: "no-store" })
        .then(() => (isGone ? location.reload() : ended.remove())) // another program answers now
        .catch(() => ((isGone = true), document.body.append(ended)));
    }, 2000);
  }
  window.addEventListener("load", watchServer);

  // Every robot, now: not as an event of the page, which waits for those before it.
  function stop() {
    fetch("/stop", { method: "POST", keepalive: true })
      .then((answer) => { if (!answer.ok) throw new Error(answer.status); })
      .catch(() => alert("The studio did not hear the stop. Use the robot's own."));
  }

  document.addEventListener("keydown", (event) => {
    const leaves = document.querySelector(".q-dialog, .q-menu"); // there the key closes what is open
    if (event.key === "Escape" && !event.repeat && !leaves) stop();
  }, true);

  // Figures choose a view of the scene.
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, [contenteditable], .q-dialog");
    if (typing || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
    [...document.querySelectorAll(".scene-tools .viewpoint")].filter((button) => button.offsetParent)[Number(event.key) - 1]?.click();
  });

  // After a click with the pointer a button or a tab lets go of the keyboard: Space starts and pauses, it does not
  // press it again, and the keys of the controls reach the stick.
  document.addEventListener("click", (event) => {
    const button = event.detail > 0 && event.target.closest?.("button, .q-tab");
    // Later than the button, which gives it to a helper inside itself.
    if (button) setTimeout(() => button.contains(document.activeElement) && document.activeElement.blur());
  }, true);

  return { enlarge, filmPage, openHeader, present, makeStick, makeTouchable, scrollToEnd, showMove, stop, tellSize };
})();
