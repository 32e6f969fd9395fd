// Sounds of a board, made here and not fetched: wood on wood, a low one for what cannot be, a chord at the end.
(() => {
  const KEY = "ludens-board-sounds";
  const NOTES = {
    move: [[180, 0, 0.07, 0.5, "triangle"]],
    capture: [[180, 0, 0.07, 0.5, "triangle"], [120, 0.07, 0.1, 0.6, "triangle"]],
    check: [[180, 0, 0.07, 0.5, "triangle"], [660, 0.09, 0.16, 0.2, "sine"]],
    refusal: [[110, 0, 0.16, 0.3, "sawtooth"]],
    end: [[392, 0, 0.5, 0.2, "sine"], [494, 0.12, 0.5, 0.2, "sine"], [587, 0.24, 0.7, 0.2, "sine"]],
  };
  let audio = null;

  function on() { return localStorage.getItem(KEY) !== "off"; }
  function play(kind) {
    window.ludens.soundsPlayed = [...(window.ludens.soundsPlayed ?? []), on() ? kind : `(${kind})`].slice(-20);
    if (!on() || !NOTES[kind]) return;
    audio ??= new AudioContext();
    for (const [pitch, after, lasts, loud, shape] of NOTES[kind]) {
      const tone = audio.createOscillator(), volume = audio.createGain(), begins = audio.currentTime + after;
      tone.type = shape;
      tone.frequency.setValueAtTime(pitch, begins);
      volume.gain.setValueAtTime(loud * 0.4, begins);
      volume.gain.exponentialRampToValueAtTime(0.001, begins + lasts);
      tone.connect(volume).connect(audio.destination);
      tone.start(begins);
      tone.stop(begins + lasts);
    }
  }
  // Switches sounds on or off, in this browser; its button shows which it is.
  function switchSounds(button) {
    localStorage.setItem(KEY, on() ? "off" : "on");
    showOn(button);
    play("move");
  }
  function showOn(button) {
    const icon = button?.querySelector(".q-icon");
    if (icon) icon.textContent = on() ? "volume_up" : "volume_off";
  }
  function showSounds(element) {
    const button = getHtmlElement(element);
    if (button) showOn(button);
    else setTimeout(() => showSounds(element), 100);
  }
  Object.assign(window.ludens, { playSound: play, switchSounds, showSounds });
})();
