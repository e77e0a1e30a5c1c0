import { expect, test } from 'vitest';
import { epcQrPayload } from '#modules/payments/rules/epc-qr.ts';
import { qrDataUrl, qrModules, qrPng, qrSvg } from './qr.ts';

const pngSize = (png: Uint8Array) => new DataView(png.buffer, png.byteOffset).getUint32(16);

test('a PNG has the width that was asked for', async () => {
  const png = await qrPng('T1.7.4711.0123456789ABCDEF', { width: 300 });
  expect([...png.slice(1, 4)].map((byte) => String.fromCharCode(byte)).join('')).toBe('PNG');
  expect(pngSize(png)).toBe(300);
});

test('an SVG carries four modules of quiet zone', async () => {
  const { size } = qrModules('HELLO');
  expect(await qrSvg('HELLO')).toContain(`viewBox="0 0 ${size + 8} ${size + 8}"`);
});

test('a data address is a PNG', async () => expect(await qrDataUrl('x')).toMatch(/^data:image\/png;base64,iVBOR/));

test('a ticket code stays in alphanumeric mode and so in a coarse code that old phones read', () => {
  expect(qrModules('T1.99999.9999999.0123456789ABCDEF').version).toBeLessThanOrEqual(3);
});

test('the payment code is in byte mode and no larger than version 13', () => {
  const result = epcQrPayload({
    name: 'Laufverein Musterstadt',
    iban: 'AT611904300234573201',
    amountCents: 4590,
    text: 'RX10004271 Stadtlauf',
  });
  if ('refusal' in result) throw new Error(result.refusal);
  expect(qrModules(result.payload, { bytesOnly: true }).version).toBe(6);
  expect(qrModules('x'.repeat(331), { bytesOnly: true }).version).toBe(13);
});
