// @ts-check
/**
 * The sound of a disc put down: made here, so that nothing has to be fetched. Off unless chosen.
 */

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

export function knock() {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.setValueAtTime(520, now);
  tone.frequency.exponentialRampToValueAtTime(140, now + 0.06);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
