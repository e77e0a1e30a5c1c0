import { expect, test } from 'vitest';
import { controlsOf } from './camera.ts';

/** A track as a browser gives it; the cameras that Chromium plays have no light. */
function stream(abilities: object, settings: object = {}) {
  const asked: unknown[] = [];
  const track = {
    getCapabilities: () => abilities,
    getSettings: () => settings,
    applyConstraints: async (wish: unknown) => void asked.push(wish),
  };
  return { asked, of: { getVideoTracks: () => [track] } as unknown as MediaStream };
}
const noOthers = { enumerateDevices: async () => [] };

test('the light is there where the camera has one, and is switched on and off', async () => {
  const { asked, of } = stream({ torch: true });
  const { setTorch, zoom } = await controlsOf(of, noOthers);
  await setTorch?.(true);
  await setTorch?.(false);
  expect(asked).toEqual([{ advanced: [{ torch: true }] }, { advanced: [{ torch: false }] }]);
  expect(zoom).toBeNull();
});

test('a camera that can neither offers neither, and one that zooms begins where it is', async () => {
  const plain = await controlsOf(stream({ torch: false, zoom: { min: 1, max: 1 } }).of, noOthers);
  expect([plain.setTorch, plain.zoom]).toEqual([null, null]);
  const { asked, of } = stream({ zoom: { min: 1, max: 8 } }, { zoom: 2, deviceId: 'back' });
  const { zoom, id } = await controlsOf(of, noOthers);
  expect([zoom?.min, zoom?.max, zoom?.step, zoom?.value, id]).toEqual([1, 8, 0.1, 2, 'back']);
  await zoom?.set(4);
  expect(asked).toEqual([{ advanced: [{ zoom: 4 }] }]);
});
