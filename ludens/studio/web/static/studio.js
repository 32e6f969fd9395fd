// What the page does by itself, between two messages of the server: smooth motion, soft shadows, thrift.
window.ludens = (() => {
  const glides = new Map(); // id of an object -> how it glides now
  let gliding = false;

  function glide(now) {
    for (const [id, step] of glides) {
      const part = Math.min(1, Math.max(0, (now - step.began) / step.duration));
      step.mesh.position.lerpVectors(step.from.position, step.to.position, part);
      step.mesh.quaternion.slerpQuaternions(step.from.quaternion, step.to.quaternion, part);
      if (part === 1) glides.delete(id);
    }
    for (const scene of followers) goAlong(scene);
    gliding = glides.size > 0;
    if (gliding) requestAnimationFrame(glide);
  }

  // Cameras that go along with an entity over the floor.
  const followers = new Set();

  function goAlong(scene) {
    const mesh = scene.objects?.get(scene.followedId)?.mesh;
    if (!mesh || !scene.controls) return;
    const place = mesh.position;
    if (scene.followedAt) {
      const x = place.x - scene.followedAt.x, y = place.y - scene.followedAt.y;
      scene.camera.position.x += x;
      scene.camera.position.y += y;
      scene.controls.target.x += x;
      scene.controls.target.y += y;
    }
    scene.followedAt = place.clone();
  }

  // id of an object, or "" to stay where the camera is; from where the object was thought to be when the view was set
  function follow(element, id, at) {
    const scene = getElement(element);
    if (!scene) return;
    scene.followedId = id;
    scene.followedAt = id && at ? { x: at[0], y: at[1], z: 0 } : null;
    if (id) followers.add(scene);
    else followers.delete(scene);
    goAlong(scene);
    stir(scene, 500);
  }

  // A stick and, below it, a turner: held by pointer or keys, told five times a second while held, once when released.
  const KEYS = {
    w: ["forward", 1], s: ["forward", -1], a: ["left", 1], d: ["left", -1], q: ["turn", 1], e: ["turn", -1],
    arrowup: ["forward", 1], arrowdown: ["forward", -1], arrowleft: ["turn", 1], arrowright: ["turn", -1],
  };

  function makeStick(element) {
    const stick = getHtmlElement(element);
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
      if (!KEYS[key] || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
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

  // moves: id -> [x, y, z, w, i, j, k], position in metres and quaternion
  function moveEntities(element, moves, duration) {
    const scene = getElement(element);
    if (!scene || !scene.objects) return;
    stir(scene, duration + 300);
    for (const [id, pose] of Object.entries(moves)) {
      const mesh = scene.objects.get(id)?.mesh;
      if (!mesh) {
        // Still being made: the pose waits for it.
        if (scene.objects.has(id)) setTimeout(() => moveEntities(element, { [id]: pose }, 0), 100);
        continue;
      }
      const [x, y, z, w, i, j, k] = pose;
      const from = { position: mesh.position.clone(), quaternion: mesh.quaternion.clone() };
      const to = { position: mesh.position.clone().set(x, y, z), quaternion: mesh.quaternion.clone().set(i, j, k, w) };
      const far = from.position.distanceTo(to.position) > 0.5; // a reset or a jump in time, not a motion
      glides.set(id, { mesh, from, to, began: performance.now(), duration: far || !duration ? 1 : duration });
    }
    if (!gliding && glides.size > 0) {
      gliding = true;
      requestAnimationFrame(glide);
    }
  }

  // Something will look different for so many milliseconds.
  function stir(scene, duration) {
    scene.stirredUntil = Math.max(scene.stirredUntil || 0, performance.now() + duration);
  }

  // Draws only when something moves. Without a graphics card it also rests after each picture, three times as long as
  // the picture took, so that the rest of the page stays quick.
  function beThrifty(scene) {
    const { renderer } = scene;
    const gl = renderer.getContext();
    const info = gl.getExtension("WEBGL_debug_renderer_info");
    const card = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : "";
    const software = /swiftshader|llvmpipe|software|basic render/i.test(card);
    const draw = renderer.render.bind(renderer);
    const pixel = new Uint8Array(4);
    let awake = 0;
    renderer.render = (world, camera) => {
      const now = performance.now();
      if (now > (scene.stirredUntil || 0) || now < awake) return;
      draw(world, camera);
      if (!software) return;
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel); // waits until the picture is drawn
      const took = performance.now() - now;
      awake = now + 4 * took;
      stir(scene, 4 * took + 100); // so that the last picture is not missed
    };
    scene.controls.addEventListener("change", () => stir(scene, 300));
  }

  function dressScene(element) {
    const scene = getElement(element);
    if (!scene || !scene.renderer || !scene.scene) return;
    const { renderer } = scene;
    if (!scene.isDressed) {
      scene.isDressed = true;
      beThrifty(scene);
      renderer.setClearColor(0x000000, 0);
      renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
      renderer.shadowMap.enabled = true;
      scene.scene.children.forEach(light);
      new ResizeObserver(() => (scene.resize(), stir(scene, 500))).observe(scene.$el);
      new MutationObserver(() => dress(scene)).observe(document.body, { attributeFilter: ["class"] });
    }
    dressAll(scene);
  }

  // Objects are made one by one, on a slow computer for seconds.
  function dressAll(scene) {
    dress(scene);
    const objects = [...scene.objects.values()];
    if (objects.some((object) => object.ready_promise)) setTimeout(() => dressAll(scene), 200);
  }

  function light(lamp) {
    if (lamp.isAmbientLight) lamp.intensity = 1.5;
    if (!lamp.isDirectionalLight) return;
    lamp.intensity = 1.9;
    lamp.position.set(-5, 3, 9); // from behind, so that shadows fall towards the eye
    lamp.castShadow = true;
    lamp.shadow.mapSize.set(1024, 1024);
    lamp.shadow.radius = 4;
    lamp.shadow.bias = -0.0005;
    lamp.shadow.normalBias = 0.02; // flat floors do not shade themselves
    Object.assign(lamp.shadow.camera, { left: -6, right: 6, top: 6, bottom: -6, near: 1, far: 25 });
    lamp.shadow.camera.updateProjectionMatrix();
  }

  function dress(scene) {
    const floor = getComputedStyle(document.body).getPropertyValue("--floor").trim();
    scene.scene.traverse((mesh) => {
      if (!mesh.isMesh) return;
      mesh.castShadow = !mesh.name.startsWith("ground");
      mesh.receiveShadow = true;
      if (mesh.name === "ground") mesh.material.color.set(floor);
      if (mesh.material.opacity >= 1) mesh.material.transparent = false;
      mesh.material.shininess = 12;
      mesh.material.needsUpdate = true;
    });
    stir(scene, 500);
  }

  // After the page has drawn what is new.
  function scrollToEnd(element) {
    requestAnimationFrame(() => {
      const list = getHtmlElement(element);
      if (list) list.scrollTop = list.scrollHeight;
    });
  }

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

  // After a click with the pointer a button lets go of the keyboard: Space starts and pauses, it does not press it again.
  document.addEventListener("click", (event) => {
    const button = event.detail > 0 && event.target.closest?.("button");
    // Later than the button, which gives it to a helper inside itself.
    if (button) setTimeout(() => button.contains(document.activeElement) && document.activeElement.blur());
  }, true);

  return { moveEntities, dressScene, follow, makeStick, makeTouchable, scrollToEnd, stop };
})();
