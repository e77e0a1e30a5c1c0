import { Buffer } from 'node:buffer';
import { Resvg } from '@resvg/resvg-js';
import { decode } from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import { bunImaging } from '#src/runtime/bun/imaging.ts';
import { halves, jpegOf, placeInExif, pngOf, red, svgOf, withExif } from '#tests/support/pictures.ts';
import { drawSvg } from './draw-svg.ts';
import { orientationOf, readPicture } from './images.ts';
import { portableImaging } from './imaging-portable.ts';

/** The colours of a picture at places given in parts of its width and height. */
function coloursIn(bytes: Uint8Array, width: number, height: number, places: readonly (readonly [number, number])[]) {
  const type = bytes[0] === 0x89 ? 'png' : 'jpeg';
  const image = `<image width="${width}" height="${height}" href="data:image/${type};base64,${Buffer.from(bytes).toString('base64')}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;
  const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return places.map(([x, y]) => {
    const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
    const [r = 0, , b = 0, a = 0] = pixels.subarray(at, at + 4);
    return a < 128 ? 'clear' : r > b + 60 ? 'red' : b > r + 60 ? 'blue' : 'other';
  });
}

describe.each([
  ['Bun', bunImaging],
  ['any runtime', portableImaging],
])('pictures by %s', (_name, imaging) => {
  test('a photo is made smaller, and nothing but its pixels survives', async () => {
    const photo = withExif(jpegOf(900, 300), 1);
    expect(Buffer.from(photo).includes(placeInExif)).toBe(true);
    const made = await imaging.fit(photo, 'image/jpeg', 600, 'image/jpeg');
    expect(readPicture(made.bytes)).toMatchObject({ picture: { type: 'image/jpeg', width: 600, height: 200 } });
    expect([made.width, made.height]).toEqual([600, 200]);
    expect(Buffer.from(made.bytes).includes('GPS')).toBe(false);
    expect(Buffer.from(made.bytes).includes('Exif')).toBe(false);
    expect(
      coloursIn(made.bytes, 600, 200, [
        [0.2, 0.5],
        [0.8, 0.5],
      ]),
    ).toEqual(['red', 'blue']);
  });

  test('a small picture is not enlarged, but made anew all the same', async () => {
    const made = await imaging.fit(withExif(jpegOf(60, 20), 1), 'image/jpeg', 1600, 'image/jpeg');
    expect([made.width, made.height]).toEqual([60, 20]);
    expect(Buffer.from(made.bytes).includes(placeInExif)).toBe(false);
  });

  // Where red (left in the stored pixels) is seen, as EXIF defines the eight ways to lie.
  test.each([
    [1, 'left'],
    [2, 'right'],
    [3, 'right'],
    [4, 'left'],
    [5, 'top'],
    [6, 'top'],
    [7, 'bottom'],
    [8, 'bottom'],
  ])('a photo that lies as %i shows its left side %s', async (turn, side) => {
    const photo = withExif(jpegOf(160, 80), turn);
    expect(orientationOf(photo)).toBe(turn);
    const { bytes, width, height } = await imaging.fit(photo, 'image/jpeg', 1600, 'image/jpeg');
    expect([width, height]).toEqual(turn >= 5 ? [80, 160] : [160, 80]);
    const places = { left: [0.2, 0.5], right: [0.8, 0.5], top: [0.5, 0.2], bottom: [0.5, 0.8] } as const;
    const opposite = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' } as const;
    const at = side as keyof typeof places;
    expect(coloursIn(bytes, width, height, [places[at], places[opposite[at]]])).toEqual(['red', 'blue']);
  });

  test('a PNG keeps what is clear in it and loses its texts', async () => {
    const png = pngOf(400, 200, (x) => (x < 200 ? red : [0, 0, 0, 0]), { text: placeInExif });
    const made = await imaging.fit(png, 'image/png', 100, 'image/png');
    expect(Buffer.from(made.bytes).includes(placeInExif)).toBe(false);
    expect(
      coloursIn(made.bytes, 100, 50, [
        [0.2, 0.5],
        [0.8, 0.5],
      ]),
    ).toEqual(['red', 'clear']);
    const photo = await imaging.fit(pngOf(400, 200, halves(400)), 'image/png', 100, 'image/jpeg');
    expect(readPicture(photo.bytes)).toMatchObject({ picture: { type: 'image/jpeg', width: 100 } });
  });

  test('what is clear in a PNG is white in a JPEG', async () => {
    const png = pngOf(400, 200, (x) => (x < 200 ? [0, 0, 0, 0] : [220, 20, 20, 128]));
    const { bytes } = await imaging.fit(png, 'image/png', 400, 'image/jpeg');
    const { data } = decode(bytes);
    const near = (x: number, wanted: readonly number[]) =>
      wanted.every((part, at) => Math.abs((data[(100 * 400 + x) * 4 + at] as number) - part) < 6);
    expect([near(100, [255, 255, 255]), near(300, [237, 137, 137])]).toEqual([true, true]);
  });

  test('what claims to be enormous is refused before it is unpacked', async () => {
    const bomb = pngOf(10, 10, () => red, { claimed: [30_000, 30_000] });
    expect(readPicture(bomb)).toEqual({ refusal: 'TOO_MANY_PIXELS' });
    await expect(imaging.fit(bomb, 'image/png', 100, 'image/png')).rejects.toThrow();
  });
});

test('a drawing becomes a bitmap of bounded size, whatever it says of its own', async () => {
  const drawn = async (size: string) => {
    const verdict = readPicture(
      await drawSvg(Buffer.from(svgOf('<rect width="400" height="200" fill="#dc1414"/>', size)).toString(), 1600),
    );
    return 'picture' in verdict ? [verdict.picture.width, verdict.picture.height] : verdict.refusal;
  };
  expect(await drawn('viewBox="0 0 400 200"')).toEqual([1600, 800]);
  expect(await drawn('width="40" height="20"')).toEqual([1600, 800]);
  expect(await drawn('width="100000" height="50000" viewBox="0 0 400 200"')).toEqual([1600, 800]);
  await expect(drawn('viewBox="0 0 10 100000"')).rejects.toThrow();
});
