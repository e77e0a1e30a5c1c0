import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { qrPng } from '#src/documents/qr.ts';
import { jpegOf, pngOf, withExif } from '#tests/support/pictures.ts';
import { readPicture } from './images.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const svg = (inside: string, attributes = '') => `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`;
/** A JPEG of one comment segment, a frame of 640 × 480 and its end. */
const jpegHead = [
  0xff, 0xd8, 0xff, 0xfe, 0, 4, 65, 66, 0xff, 0xc0, 0, 17, 8, 0x01, 0xe0, 0x02, 0x80, 3, 1, 0x22, 0, 2, 0x11, 1, 3,
  0x11, 1, 0xff, 0xd9,
];
const refusalOf = (file: Uint8Array) => {
  const verdict = readPicture(file);
  return 'refusal' in verdict ? verdict.refusal : null;
};

describe('tells from the content', () => {
  test('PNG', async () =>
    expect(readPicture(await qrPng('x', { width: 300 }))).toEqual({
      picture: { type: 'image/png', extension: 'png', width: 300, height: 300 },
    }));
  test('JPEG', () =>
    expect(readPicture(new Uint8Array(jpegHead))).toEqual({
      picture: { type: 'image/jpeg', extension: 'jpg', width: 640, height: 480 },
    }));
  test.each([
    svg('<rect width="1"/>'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand -->\n${svg('<g/>')}\n`,
    `\ufeff${svg('')}`,
    svg('<defs><linearGradient id="a"/></defs><path fill="url(#a)" d="M0 0"/><use href="#b"/>'),
    svg('<image href="data:image/png;base64,iVBOR"/>'),
    svg('<style>.a{fill:url("#a")}</style><text>on = off, script and onions</text>'),
  ])('SVG %j', (source) => expect(refusalOf(bytes(source))).toBeNull());
});

/** The first chunk of a WebP. */
const webp = (chunk: string, at: number, head: readonly number[]) => {
  const file = new Uint8Array(40);
  file.set(bytes('RIFF'));
  file.set([32, 0, 0, 0], 4);
  file.set(bytes(`WEBP${chunk}`), 8);
  file.set(head, at);
  return file;
};

test.each([
  ['VP8 ', 23, [0x9d, 0x01, 0x2a, 0x80, 0x02, 0xe0, 0x41]],
  ['VP8L', 20, [0x2f, 0x7f, 0xc2, 0x77, 0x00]],
  ['VP8X', 24, [0x7f, 0x02, 0x00, 0xdf, 0x01, 0x00]],
])('a WebP that is packed as %j says how large it is', (chunk, at, head) => {
  const file = webp(chunk, at, head);
  expect(readPicture(file)).toEqual({
    picture: { type: 'image/webp', extension: 'webp', width: 640, height: 480 },
  });
  expect(refusalOf(file.slice(0, 35))).toBe('CUT_OFF');
  expect(refusalOf(webp('ANIM', at, head))).toBe('DAMAGED');
});

/** Real pictures of every way to pack one, by Bun's encoders. */
const packedPictures = async (): Promise<[string, Uint8Array][]> => {
  const noise = pngOf(300, 200, (x, y) => [(x * 7919) % 256, (y * 104_729) % 256, (x * y) % 256]);
  const make = (write: (image: Bun.Image) => Bun.Image) => write(new Bun.Image(noise)).bytes();
  const inExif = withExif(jpegOf(300, 200), 6);
  const thumbnail = jpegOf(30, 20);
  // A whole second picture in a segment, as cameras write it: its end is not that of the file.
  const segment = [0xff, 0xe2, (thumbnail.length + 2) >> 8, (thumbnail.length + 2) & 0xff, ...thumbnail];
  return [
    ['a baseline JPEG', jpegOf(300, 200)],
    ['a progressive JPEG', await make((image) => image.jpeg({ quality: 80, progressive: true }))],
    ['a JPEG with EXIF', inExif],
    [
      'a JPEG with a second picture before it',
      new Uint8Array([...inExif.subarray(0, 2), ...segment, ...inExif.subarray(2)]),
    ],
    ['a PNG', noise],
    ['a WebP', await make((image) => image.webp({ quality: 80 }))],
    ['a WebP without losses', await make((image) => image.webp({ lossless: true }))],
  ];
};

test('a picture that is cut off anywhere is refused, and a whole one with something behind it is not', async () => {
  for (const [what, whole] of await packedPictures()) {
    expect(refusalOf(whole), what).toBeNull();
    if (!what.includes('WebP')) expect(refusalOf(new Uint8Array([...whole, 0, 0, 1, 2])), what).toBeNull();
    for (let part = 1; part < 40; part += 1) {
      const cut = whole.slice(0, Math.max(60, Math.floor((whole.length * part) / 40)));
      expect(refusalOf(cut), `${what}, ${part} of 40`).toBe('CUT_OFF');
    }
    expect(refusalOf(whole.slice(0, -1)), `${what} without its last byte`).toBe('CUT_OFF');
  }
  const jpeg = jpegOf(300, 200);
  const zeros = new Uint8Array(jpeg.length);
  zeros.set(jpeg.subarray(0, jpeg.length / 2));
  expect(refusalOf(zeros), 'a download that stopped in its middle').toBe('CUT_OFF');
});

test('a PNG is refused when the checksum of a chunk that it needs is wrong, and no other', () => {
  const png = pngOf(60, 40, (x, y) => [x, y, x ^ y], { text: 'drawn by hand' });
  const chunkAt = (name: string) => Buffer.from(png).indexOf(name);
  for (const [name, refusal] of [
    ['IHDR', 'DAMAGED'],
    ['IDAT', 'DAMAGED'],
    ['tEXt', null],
  ] as const) {
    const spoiled = png.slice();
    // The last byte of IHDR and a byte within the others.
    const at = chunkAt(name) + (name === 'IHDR' ? 16 : 9);
    spoiled[at] = (spoiled[at] as number) ^ 1;
    expect(refusalOf(spoiled), name).toBe(refusal);
  }
});

test.each(['ftypavif', 'ftypheic', 'ftypmif1\0\0\0\0miafheix'])('%j is what a camera writes', (box) =>
  expect(refusalOf(bytes(`\0\0\0\u0020${box}${' '.repeat(30)}`))).toBe('CAMERA_TYPE'),
);

describe('refuses', () => {
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a PDF', bytes('%PDF-1.7')],
    ['a page', bytes('<!doctype html><html></html>')],
    ['GIF', bytes('GIF89a')],
    ['no text', new Uint8Array([0xc3, 0x28, 0x3c])],
    ['the source of a test', new Uint8Array(readFileSync(import.meta.filename))],
  ])('%s', (_, file) => expect(refusalOf(file)).toBe('UNKNOWN_TYPE'));

  test('a picture that breaks off', async () => {
    // Its own copy: the picture is kept, and spoiled here.
    const png = new Uint8Array(await qrPng('x'));
    expect(refusalOf(png.slice(0, png.length - 13))).toBe('CUT_OFF');
    expect(refusalOf(png.slice(0, 20))).toBe('DAMAGED');
    expect(refusalOf(new Uint8Array(jpegHead.slice(0, 9)))).toBe('CUT_OFF');
  });

  test('a picture that unpacks to gigabytes', async () => {
    // Its own copy: the picture is kept, and spoiled here.
    const png = new Uint8Array(await qrPng('x'));
    new DataView(png.buffer, png.byteOffset).setUint32(16, 100_000);
    expect(refusalOf(png)).toBe('TOO_MANY_PIXELS');
  });
});
