import { expect, test } from 'vitest';
import { releaseBuffer } from './release-buffer.ts';

test('the room of bytes is given back, of all views of them, and once', () => {
  const whole = new Uint8Array(1000).fill(7);
  const view = whole.subarray(10, 20);
  releaseBuffer(view);
  expect([whole.length, view.length, whole.buffer.byteLength]).toEqual([0, 0, 0]);
  expect(() => releaseBuffer(view)).not.toThrow();
});
