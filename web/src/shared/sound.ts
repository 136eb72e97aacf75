/** Short sounds, generated in the browser without any files. Sound is off by default. */

import { preferences } from './preferences.svelte';

export type Sound = 'chip' | 'card' | 'turn' | 'dice' | 'win';

/** One tone or one breath of noise within a sound, in seconds and hertz. */
interface Note {
  readonly at: number;
  readonly lasts: number;
  readonly hertz: number;
  readonly loud: number;
  /** A tone of this shape; without one it is noise, filtered around `hertz`. */
  readonly shape?: OscillatorType;
}

const SOUNDS: Readonly<Record<Sound, readonly Note[]>> = {
  chip: [
    { at: 0, lasts: 0.04, hertz: 3200, loud: 0.18 },
    { at: 0.012, lasts: 0.07, hertz: 2350, loud: 0.07, shape: 'triangle' },
  ],
  card: [{ at: 0, lasts: 0.07, hertz: 1700, loud: 0.14 }],
  turn: [
    { at: 0, lasts: 0.05, hertz: 1100, loud: 0.12 },
    { at: 0.05, lasts: 0.05, hertz: 2100, loud: 0.12 },
  ],
  dice: [0, 0.07, 0.13, 0.21, 0.32].map((at, index) => ({ at, lasts: 0.035, hertz: 1500 - index * 160, loud: 0.2 })),
  win: [523.25, 659.25, 783.99].map((hertz, index) => ({
    at: index * 0.09,
    lasts: 0.28,
    hertz,
    loud: 0.09,
    shape: 'sine',
  })),
};

let context: AudioContext | null = null;

/** Plays a sound, if its reader wants to hear any. */
export function play(sound: Sound): void {
  if (!preferences.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // A browser lets a page play sound only after a user gesture.
  if (context.state === 'suspended') void context.resume();
  for (const note of SOUNDS[sound]) sing(context, note);
}

function sing(context: AudioContext, note: Note): void {
  const start = context.currentTime + note.at;
  const volume = context.createGain();
  volume.gain.setValueAtTime(note.loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + note.lasts);
  volume.connect(context.destination);
  const source =
    note.shape === undefined ? noise(context, note.hertz, volume) : tone(context, note.hertz, note.shape, volume);
  source.start(start);
  source.stop(start + note.lasts);
}

function tone(context: AudioContext, hertz: number, shape: OscillatorType, to: AudioNode): AudioScheduledSourceNode {
  const source = context.createOscillator();
  source.type = shape;
  source.frequency.value = hertz;
  source.connect(to);
  return source;
}

function noise(context: AudioContext, hertz: number, to: AudioNode): AudioScheduledSourceNode {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate / 2), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = hertz;
  source.connect(filter).connect(to);
  return source;
}
