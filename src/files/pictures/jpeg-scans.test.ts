import { expect, test } from 'vitest';
import { allSteps } from '#src/kernel/steps.ts';
import { jpegOf, pngOf, withExif } from '#tests/support/pictures.ts';
import { findScanFault } from './jpeg-scans.ts';

const faultOf = (jpeg: Uint8Array) => allSteps(findScanFault(jpeg));
const eoi = [0xff, 0xd9];
const endedAt = (jpeg: Uint8Array, length: number) => new Uint8Array([...jpeg.subarray(0, length), ...eoi]);

/** Colors that no two blocks share, so that every block takes many bits. */
const noise = (width: number, height: number) =>
  pngOf(width, height, (x, y) => [(x * 7919) % 256, (y * 104_729) % 256, (x * y) % 256]);
const progressive = (width: number, height: number, quality = 80) =>
  new Bun.Image(noise(width, height)).jpeg({ quality, progressive: true }).bytes();

/** At most 31 blocks of 8 × 8 points and of one tone, with a restart marker behind each. */
function withRestarts(blocks: number): Uint8Array {
  const segment = (marker: number, ...body: number[]) => [0xff, marker, 0, body.length + 2, ...body];
  const codes = (place: number, symbol: number) => segment(0xc4, place, 1, ...new Array(15).fill(0), symbol);
  return new Uint8Array([
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...new Array(64).fill(1)),
    ...segment(0xc0, 8, 0, 8, 0, 8 * blocks, 1, 1, 0x11, 0),
    // One code each, a single 0: no difference to the tone before, and the end of the block.
    ...codes(0x00, 0),
    ...codes(0x10, 0),
    ...segment(0xdd, 0, 1),
    ...segment(0xda, 1, 1, 0x00, 0, 63, 0),
    ...Array.from({ length: blocks }, (_, at) => (at > 0 ? [0xff, 0xd0 | ((at - 1) & 7), 0x3f] : [0x3f])).flat(),
    ...eoi,
  ]);
}

test('a whole picture has no fault, whatever stands before and behind it', async () => {
  const whole: [string, Uint8Array][] = [
    ['baseline', jpegOf(300, 200)],
    ['a single point', jpegOf(1, 1)],
    ['sizes that are no multiple of a block', jpegOf(301, 203)],
    ['progressive', await progressive(301, 203)],
    ['progressive with few coefficients', await progressive(301, 203, 5)],
    ['with EXIF', withExif(jpegOf(300, 200), 6)],
    ['with restart markers', withRestarts(20)],
    ['with a second picture behind it', new Uint8Array([...jpegOf(300, 200), ...jpegOf(30, 20)])],
    ['with zeros behind it', new Uint8Array([...jpegOf(300, 200), 0, 0, 0, 0])],
    ['with bytes between scan and end', new Uint8Array([...jpegOf(300, 200).slice(0, -2), 0, 0, 0xff, 0xff, 0xd9])],
  ];
  expect(whole.map(([what, jpeg]) => [what, faultOf(jpeg)])).toEqual(whole.map(([what]) => [what, null]));
});

test('a picture with its end mark put behind a cut is cut off, wherever it was cut', async () => {
  const pictures: [string, Uint8Array][] = [
    ['baseline', new Uint8Array(await new Bun.Image(noise(120, 80)).jpeg({ quality: 80 }).bytes())],
    ['progressive', await progressive(120, 80)],
    ['with EXIF', withExif(jpegOf(120, 80), 6)],
    ['with restart markers', withRestarts(30)],
  ];
  for (const [what, jpeg] of pictures) {
    const step = Math.max(1, Math.floor(jpeg.length / 200));
    // Less than a byte may be missing before: its bits fill the last one.
    for (let length = 2; length < jpeg.length - 4; length += step)
      expect(faultOf(endedAt(jpeg, length)), `${what}, ${length} of ${jpeg.length}`).toBe('CUT_OFF');
  }
});

test('a progressive picture that ends between two scans is cut off', async () => {
  const jpeg = await progressive(120, 80);
  const scans = [...jpeg.keys()].filter((at) => jpeg[at] === 0xff && jpeg[at + 1] === 0xda);
  expect(scans.length).toBeGreaterThan(3);
  expect(scans.map((at) => faultOf(endedAt(jpeg, at)))).toEqual(scans.map(() => 'CUT_OFF'));
});

test('a picture with more scans than any program writes is damaged, and read no longer', () => {
  const jpeg = withRestarts(20);
  const scan = jpeg.subarray(
    jpeg.findLastIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xda),
    -2,
  );
  const many = Array.from({ length: 5000 }, () => [...scan]).flat();
  expect(faultOf(new Uint8Array([...jpeg.subarray(0, -2), ...many, ...eoi]))).toBe('DAMAGED');
});

test('others have their turn while a large picture is read', async () => {
  const steps = findScanFault(await progressive(1600, 1200));
  let turns = 0;
  while (!steps.next().done) turns += 1;
  expect(turns).toBeGreaterThan(10);
});
