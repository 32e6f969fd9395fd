// What the page does by itself, between two messages of the server: smooth motion and soft shadows.
window.ludens = (() => {
  const glides = new Map(); // id of an object -> how it glides now
  let gliding = false;

  function glide(now) {
    for (const [id, step] of glides) {
      const part = Math.min(1, (now - step.began) / step.duration);
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
    for (const [id, [x, y, z, w, i, j, k]] of Object.entries(moves)) {
      const mesh = scene.objects.get(id)?.mesh;
      if (!mesh) {
        // Still being made: the pose waits for it.
        setTimeout(() => moveEntities(element, { [id]: [x, y, z, w, i, j, k] }, 0), 100);
        continue;
      }
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

  function dressScene(element) {
    const scene = getElement(element);
    if (!scene || !scene.renderer || !scene.scene) return;
    const { renderer } = scene;
    renderer.setClearColor(0x000000, 0);
    renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    renderer.shadowMap.enabled = true;
    if (!scene.watchesSize) {
      scene.watchesSize = new ResizeObserver(() => scene.resize());
      scene.watchesSize.observe(scene.$el);
    }
    scene.resize();
    for (const light of scene.scene.children) {
      if (light.isAmbientLight) light.intensity = 1.5;
      if (light.isDirectionalLight) {
        light.intensity = 1.9;
        light.position.set(-5, 3, 9); // from behind, so that shadows fall towards the eye
        light.castShadow = true;
        light.shadow.mapSize.set(2048, 2048);
        light.shadow.radius = 4;
        light.shadow.bias = -0.0005;
        const { camera } = light.shadow;
        Object.assign(camera, { left: -6, right: 6, top: 6, bottom: -6, near: 1, far: 25 });
        camera.updateProjectionMatrix();
      }
    }
    const dress = () =>
      scene.scene.traverse((mesh) => {
        if (!mesh.isMesh) return;
        mesh.castShadow = true;
        mesh.receiveShadow = true;
        if (mesh.material.opacity >= 1) mesh.material.transparent = false;
        mesh.material.shininess = 12;
        mesh.material.needsUpdate = true;
      });
    for (const wait of [0, 300, 1500]) setTimeout(dress, wait); // objects are made one after the other
  }

  return { moveEntities, dressScene };
})();
