/** Plays a sound for each move, if the user has turned sounds on. @module */

import type { Store } from "../store.ts";

/** The tones of each sound in hertz, one after the other. */
const SOUNDS = { move: [220], capture: [220, 150], check: [330, 440], end: [262, 330, 392] } as const;
/** Milliseconds between two tones, and seconds until a tone has faded. */
const STEP_MS = 90;
const FADE_S = 0.16;
const LOUDNESS = 0.25;

export function listenToMoves(store: Store): void {
  let audio: AudioContext | null = null;
  let { current } = store.line;
  store.onMove(() => {
    const { line, settings } = store;
    if (line.current === current) return;
    current = line.current;
    if (!settings.sounds || line.ply === 0 || typeof AudioContext === "undefined") return;
    audio ??= new AudioContext();
    for (const [i, pitch] of SOUNDS[kindOf(current.san)].entries()) play(audio, pitch, i * STEP_MS / 1000);
  });
}

function kindOf(san: string): keyof typeof SOUNDS {
  if (san.includes("#")) return "end";
  return san.includes("+") ? "check" : san.includes("x") ? "capture" : "move";
}

function play(audio: AudioContext, pitch: number, delay: number): void {
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + delay;
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + FADE_S);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + FADE_S);
}
