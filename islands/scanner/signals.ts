import type { ScanResult } from '#modules/checkin/rules/scan-result.ts';

/** Rising for welcome, two low tones for stop, so that they differ without looking. */
const sounds: Record<ScanResult, readonly (readonly [hertz: number, at: number, seconds: number])[]> = {
  SCAN_SUCCESS: [
    [880, 0, 0.09],
    [1320, 0.09, 0.14],
  ],
  ALREADY_SCANNED: [
    [392, 0, 0.16],
    [392, 0.22, 0.16],
  ],
  NOT_FOUND: [[165, 0, 0.45]],
};
const shakes: Record<ScanResult, number[]> = { SCAN_SUCCESS: [60], ALREADY_SCANNED: [120, 80, 120], NOT_FOUND: [400] };

let audio: AudioContext | null = null;

export type Signals = { sound: boolean; shake: boolean };
const key = 'startblock-scanner-signals';

export function savedSignals(): Signals {
  try {
    const saved = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Signals>;
    return { sound: saved.sound !== false, shake: saved.shake !== false };
  } catch {
    return { sound: true, shake: true };
  }
}

export function saveSignals(signals: Signals): void {
  try {
    localStorage.setItem(key, JSON.stringify(signals));
  } catch {} // Storage is unavailable: lasts as long as the page.
}

export function signal(result: ScanResult, { sound: databaseInvariants, shake }: Signals): void {
  if (shake) navigator.vibrate?.(shakes[result]);
  if (!databaseInvariants) return;
  try {
    audio ??= new AudioContext();
    const start = audio.currentTime;
    for (const [hertz, at, seconds] of sounds[result]) {
      const tone = new OscillatorNode(audio, { frequency: hertz, type: result === 'SCAN_SUCCESS' ? 'sine' : 'square' });
      const volume = new GainNode(audio, { gain: 0.18 });
      tone.connect(volume).connect(audio.destination);
      tone.start(start + at);
      tone.stop(start + at + seconds);
    }
  } catch {}
}
