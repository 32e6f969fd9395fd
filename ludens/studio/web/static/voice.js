// Speech in the browser: a button that is held while one speaks, with how loud it is, and voices of the browser's own.
// Nothing leaves this computer: only voices that the browser has here are used.
(() => {
  const RATE = 16000, LONGEST_S = 12;
  const COLLECT = `registerProcessor("collect", class extends AudioWorkletProcessor {
    process([input]) { if (input[0]) this.port.postMessage(input[0].slice()); return true; }
  });`;

  function makeMicrophone(element, level, note) {
    const button = getHtmlElement(element);
    if (!button) return void setTimeout(() => makeMicrophone(element, level, note), 200);
    const bar = getHtmlElement(level), words = getHtmlElement(note);
    let speech = null; // what is being recorded

    async function begin() {
      if (speech) return;
      const mine = (speech = { blocks: [], length: 0, ended: false });
      window.speechSynthesis?.cancel(); // it must not hear itself
      try {
        if (!navigator.mediaDevices?.getUserMedia) throw new Error("This browser gives pages no microphone.");
        mine.stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, echoCancellation: true } });
        mine.audio = new AudioContext({ sampleRate: RATE });
        await mine.audio.audioWorklet.addModule(URL.createObjectURL(new Blob([COLLECT], { type: "text/javascript" })));
        const collector = new AudioWorkletNode(mine.audio, "collect");
        collector.port.onmessage = (event) => take(mine, event.data);
        mine.audio.createMediaStreamSource(mine.stream).connect(collector);
        button.classList.add("listening");
        bar?.classList.add("on");
        if (words) words.textContent = "Speak; let go when you are done.";
        if (mine.ended) finish(mine); // let go before it had begun
      } catch (error) {
        if (words) words.textContent = error.name === "NotAllowedError"
          ? "The browser does not let this page hear the microphone: allow it beside the address."
          : error.name === "NotFoundError" ? "There is no microphone here." : `The microphone cannot be used: ${error.message}`;
        close(mine);
      }
    }
    function take(mine, block) {
      mine.blocks.push(block);
      mine.length += block.length;
      const loud = Math.sqrt(block.reduce((sum, value) => sum + value * value, 0) / block.length);
      bar?.firstElementChild?.style.setProperty("width", `${Math.min(100, 400 * loud)}%`);
      if (mine.length > LONGEST_S * RATE) end();
    }
    function end() {
      if (!speech) return;
      speech.ended = true;
      if (speech.audio) finish(speech);
    }
    function finish(mine) {
      const samples = new Int16Array(mine.length);
      let at = 0;
      for (const block of mine.blocks) for (const value of block) samples[at++] = 32767 * Math.max(-1, Math.min(1, value));
      const bytes = new Uint8Array(samples.buffer);
      let text = "";
      for (let from = 0; from < bytes.length; from += 8192) text += String.fromCharCode(...bytes.subarray(from, from + 8192));
      if (words) words.textContent = "";
      close(mine);
      button.dispatchEvent(new CustomEvent("spoken", { detail: { samples: btoa(text), rate: RATE } }));
    }
    function close(mine) {
      mine.stream?.getTracks().forEach((track) => track.stop());
      mine.audio?.close();
      button.classList.remove("listening");
      bar?.classList.remove("on");
      if (speech === mine) speech = null;
    }
    const typing = (target) => target.closest?.("input, textarea, [contenteditable], .q-dialog");
    button.addEventListener("pointerdown", (event) => (button.setPointerCapture(event.pointerId), begin()));
    for (const kind of ["pointerup", "pointercancel"]) button.addEventListener(kind, end);
    button.addEventListener("keydown", (event) => [" ", "Enter"].includes(event.key) && !event.repeat && (event.preventDefault(), event.stopPropagation(), begin()));
    button.addEventListener("keyup", end);
    document.addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() === "v" && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey && !typing(event.target) && button.offsetParent) begin();
    });
    document.addEventListener("keyup", (event) => event.key.toLowerCase() === "v" && end());
    window.addEventListener("blur", end);
  }

  // Voices that speak without a network.
  function voiceFor(language) {
    return (window.speechSynthesis?.getVoices() ?? []).find((voice) => voice.localService && voice.lang.toLowerCase().startsWith(language));
  }
  function speak(text, language) {
    const voice = voiceFor(language);
    if (!voice) return;
    const said = new SpeechSynthesisUtterance(text);
    said.voice = voice;
    said.lang = voice.lang;
    window.speechSynthesis.speak(said);
  }
  function chooseVoice(kind, language, note) {
    window.speechSynthesis?.cancel();
    const words = getHtmlElement(note);
    if (!words) return;
    const lacks = kind === "browser" && !voiceFor(language);
    words.textContent = lacks ? "This browser has no voice of its own for this language; let this computer speak." : "";
  }

  Object.assign(window.ludens, { makeMicrophone, speak, chooseVoice });
})();
