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
    gliding = glides.size > 0;
    if (gliding) requestAnimationFrame(glide);
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
    Object.assign(lamp.shadow.camera, { left: -6, right: 6, top: 6, bottom: -6, near: 1, far: 25 });
    lamp.shadow.camera.updateProjectionMatrix();
  }

  function dress(scene) {
    const floor = getComputedStyle(document.body).getPropertyValue("--floor").trim();
    scene.scene.traverse((mesh) => {
      if (!mesh.isMesh) return;
      mesh.castShadow = mesh.name !== "ground";
      mesh.receiveShadow = true;
      if (mesh.name === "ground") mesh.material.color.set(floor);
      if (mesh.material.opacity >= 1) mesh.material.transparent = false;
      mesh.material.shininess = 12;
      mesh.material.needsUpdate = true;
    });
    stir(scene, 500);
  }

  return { moveEntities, dressScene };
})();
