import { Buffer } from 'node:buffer';
import { Resvg } from '@resvg/resvg-js';
import QRCode from 'qrcode';
import { expect, test } from 'vitest';
import { epcQrPayload } from '#modules/payments/rules/epc-qr.ts';
import { qrDataUrl, qrPng } from './qr.ts';

const pngSize = (png: Uint8Array) => new DataView(png.buffer, png.byteOffset).getUint32(16);
/** Of a picture that asked for less than it needs: four pixels a module, four modules of quiet zone at each edge. */
const modulesOf = (png: Uint8Array) => pngSize(png) / 4 - 8;
const versionOf = (png: Uint8Array) => (modulesOf(png) - 17) / 4;

test('a PNG has the width that was asked for', async () => {
  const png = await qrPng('T1.7.4711.0123456789ABCDEF', { width: 300 });
  expect([...png.slice(1, 4)].map((byte) => String.fromCharCode(byte)).join('')).toBe('PNG');
  expect(pngSize(png)).toBe(300);
});

test('a picture carries four modules of quiet zone, and is never too small for them', async () =>
  expect(pngSize(await qrPng('HELLO', { width: 1 }))).toBe(4 * (4 + 21 + 4)));

test('a data address is a PNG', async () => expect(await qrDataUrl('x')).toMatch(/^data:image\/png;base64,iVBOR/));

test('a ticket code stays in alphanumeric mode and so in a coarse code that old phones read', async () => {
  expect(versionOf(await qrPng('T1.99999.9999999.0123456789ABCDEF', { width: 1 }))).toBeLessThanOrEqual(3);
});

test('the payment code is in byte mode and no larger than version 13', async () => {
  const result = epcQrPayload({
    name: 'Laufverein Musterstadt',
    iban: 'AT611904300234573201',
    amountCents: 4590,
    text: 'RX10004271 Stadtlauf',
  });
  if ('refusal' in result) throw new Error(result.refusal);
  expect(versionOf(await qrPng(result.payload, { bytesOnly: true, width: 1 }))).toBe(6);
  expect(versionOf(await qrPng('x'.repeat(331), { bytesOnly: true, width: 1 }))).toBe(13);
});

test('the picture holds the very modules of the code, with white around them', async () => {
  const text = 'T1.7.4711.0123456789ABCDEF';
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const edge = modules.size + 8;
  const png = await qrPng(text, { width: edge * 7 });
  const { pixels, width } = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${edge * 7}" height="${edge * 7}"><image width="${edge * 7}" height="${edge * 7}" href="data:image/png;base64,${Buffer.from(png).toString('base64')}"/></svg>`,
  ).render();
  expect(width).toBe(edge * 7);
  const inTheMiddle = (row: number, column: number) => pixels[((row * 7 + 3) * width + column * 7 + 3) * 4];
  for (let row = 0; row < edge; row += 1) {
    for (let column = 0; column < edge; column += 1) {
      const [y, x] = [row - 4, column - 4];
      const isInside = y >= 0 && x >= 0 && y < modules.size && x < modules.size;
      expect(inTheMiddle(row, column), `${row} ${column}`).toBe(isInside && modules.get(y, x) ? 0 : 255);
    }
  }
});

test('a code is drawn in a few milliseconds: every ticket has two', async () => {
  for (let warm = 0; warm < 5; warm += 1) await qrPng('warm');
  const times: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    const began = performance.now();
    await qrPng(`T1.7.${round}.0123456789ABCDEF`, { width: 640 });
    times.push(performance.now() - began);
  }
  expect(times.sort((a, b) => a - b)[0]).toBeLessThan(20);
});

test('the same code is drawn once; one that cannot be drawn fails again', async () => {
  expect(await qrPng('kept')).toBe(await qrPng('kept'));
  expect(await qrPng('kept', { width: 640 })).not.toBe(await qrPng('kept'));
  for (const _ of [1, 2]) await expect(qrPng('x'.repeat(4000))).rejects.toThrow();
});
