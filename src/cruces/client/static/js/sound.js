// Short sounds, synthesised: nothing is loaded. By the same setting, devices that can vibrate do.

import { app } from "./store.js";

/** @type {AudioContext | null} */
let audio = null;

/** Browsers allow sound only after an interaction with the page. */
addEventListener(
  "pointerdown",
  () => {
    audio ??= new AudioContext();
  },
  { once: true, capture: true },
);

/**
 * A short filtered noise: low for a knock, high for a pencil.
 * @param {number} pitch @param {number} length in seconds
 * @param {number} loud @param {number} [later] in seconds
 */
export function knock(pitch, length, loud, later = 0) {
  if (!audio || audio.state !== "running") return;
  const start = audio.currentTime + later;
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) {
    data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 3;
  }
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 2 });
  source
    .connect(filter)
    .connect(new GainNode(audio, { gain: loud }))
    .connect(audio.destination);
  source.start(start);
}

/** @param {number} pitch @param {number} later */
function bell(pitch, later) {
  if (!audio || audio.state !== "running") return;
  const start = audio.currentTime + later;
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0.12, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.9);
  const tone = new OscillatorNode(audio, { frequency: pitch, type: "sine" });
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 1);
}

/** The sound of dice. */
function rattle() {
  for (let i = 0; i < 5; i++) knock(1400 + 500 * (i % 3), 0.05, 0.5, 0.09 * i);
}

/**
 * Vibrate: `pattern` is how long, or how long and how long not, in milliseconds.
 * @param {number | number[]} pattern
 */
function buzz(pattern) {
  // Browsers refuse it, and complain, before the page was first touched.
  const { userActivation } = /** @type {any} */ (navigator);
  if (userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

/** Time is running short. */
export function hurry() {
  if (!app.prefs.sound) return;
  [988, 988].forEach((pitch, i) => bell(pitch, 0.18 * i));
  buzz([60, 60, 60]);
}

/** One of the last seconds. */
export function tick() {
  if (!app.prefs.sound) return;
  knock(2600, 0.03, 0.5);
  buzz(20);
}

/** It is the turn of whoever looks at this page. */
export function yourTurn() {
  if (app.prefs.sound) buzz([25, 40, 25]);
}

/**
 * Play the sound of an event; the view decides how an action sounds.
 * @param {import("./messages").Happening} event @param {import("./types").View} view
 */
export function play(event, view) {
  if (!app.prefs.sound) return;
  switch (event.type) {
    case "rolled":
      (view.sounds?.rolled ?? rattle)(knock);
      buzz([15, 40, 15, 40, 15]);
      break;
    case "acted":
    case "resolved":
      (view.sounds?.acted ?? (() => knock(500, 0.06, 0.7)))(knock);
      buzz(12);
      break;
    case "said":
      bell(880, 0);
      break;
    case "ended":
      [523, 659, 784].forEach((pitch, i) => bell(pitch, 0.15 * i));
      buzz([40, 60, 120]);
  }
}
