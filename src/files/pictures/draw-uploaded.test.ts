import { Buffer } from 'node:buffer';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { blackPng, pngOf, red, svgOf } from '#tests/support/pictures.ts';
import { drawUploaded } from './draw-uploaded.ts';
import { readPicture } from './images.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** How long this process could do nothing else while `work` ran. */
async function longestPause<T>(work: Promise<T>): Promise<{ pauseMs: number; result: PromiseSettledResult<T> }> {
  let pauseMs = 0;
  let before = performance.now();
  const ticking = setInterval(() => {
    pauseMs = Math.max(pauseMs, performance.now() - before);
    before = performance.now();
  }, 10);
  const [result] = await Promise.allSettled([work]);
  clearInterval(ticking);
  return { pauseMs, result };
}

function longPath(length: number): string {
  const points = Array.from({ length: length / 6 }, (_, i) => `L${(i * 7919) % 90} ${(i * 104_729) % 90}`);
  return `<path d="M0 0${points.join('')}" stroke="#000"/>`;
}
const laughs = (of: string) =>
  `<!DOCTYPE svg [<!ENTITY a "${of}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i} "${`&a${i === 0 ? '' : i - 1};`.repeat(10)}">`).join('')}]>`;

test.each<[string, Uint8Array]>([
  ['laughs a billion times', bytes(laughs('ha') + Buffer.from(svgOf('<text>&a8;</text>')))],
  ['laughs in shapes', bytes(laughs("<rect width='9' height='9'/>") + Buffer.from(svgOf('&a8;')))],
  ['nests without end', svgOf(`${'<g>'.repeat(300_000)}${'</g>'.repeat(300_000)}`)],
  ['goes on for 5 MB', svgOf(longPath(4_900_000))],
  [
    'repeats itself into billions',
    svgOf(
      `<defs><g id="a0"><rect width="1" height="1"/></g>${Array.from(
        { length: 12 },
        (_, i) => `<g id="a${i + 1}">${`<use href="#a${i}"/>`.repeat(10)}</g>`,
      ).join('')}</defs><use href="#a12"/>`,
    ),
  ],
  [
    'filters without end',
    svgOf(
      '<filter id="f" width="100" height="100"><feTurbulence baseFrequency=".1" numOctaves="100000"/></filter><rect width="400" height="200" filter="url(#f)"/>',
    ),
  ],
  [
    'asks for a sheet larger than any memory',
    svgOf(
      '<pattern id="p" width="1000000" height="1000000" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern><rect width="400" height="200" fill="url(#p)"/>',
      'viewBox="0 0 40 20"',
    ),
  ],
  ['is never closed', bytes('<svg xmlns="http://www.w3.org/2000/svg"><g>')],
  ['is a page', bytes('<!doctype html><html><svg></svg></html>')],
  ['is no text', new Uint8Array([0x3c, 0x73, 0x76, 0x67, 0xc3, 0x28])],
])(
  'a drawing that %s is refused, and nobody waits for it',
  async (_, svg) => {
    const began = performance.now();
    const { pauseMs, result } = await longestPause(drawUploaded(svg, 1600, { timeoutMs: 3000 }));
    expect(result.status).toBe('rejected');
    expect(performance.now() - began).toBeLessThan(5000);
    expect(pauseMs).toBeLessThan(1000);
  },
  20_000,
);

test('a drawing that fills the memory is ended', async () => {
  const large = Buffer.from(blackPng(20_000, 20_000)).toString('base64');
  const picture = svgOf(`<image width="400" height="200" href="data:image/png;base64,${large}"/>`);
  await expect(drawUploaded(picture, 1600)).rejects.toThrow('memory');
}, 20_000);

test('a drawing shows no file of the machine and asks nobody else', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'startblock-drawing-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, 'secret.png');
  await writeFile(
    file,
    pngOf(10, 10, () => red),
  );
  const nested = Buffer.from(svgOf(`<image href="${file}"/>`)).toString('base64');
  const spelled = file.replace(/./g, (letter) => `&#${letter.charCodeAt(0)};`);
  for (const address of [
    file,
    spelled,
    `file://${file}`,
    'https://elsewhere.example/a.png',
    '//elsewhere.example/a.png',
    `data:image/svg+xml;base64,${nested}`,
  ]) {
    for (const name of ['href', 'xlink:href', 'x:href']) {
      const image = `<image xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:x="http://www.w3.org/1999/xlink" width="9" height="9" ${name}="${address}"/>`;
      await expect(drawUploaded(svgOf(image), 100)).rejects.toThrow('names its own parts alone');
    }
  }
}, 60_000);

test('an ordinary logo is drawn: classes, gradients, a clipping, a shadow and a script that never runs', async () => {
  const logo = `<?xml version="1.0" encoding="utf-8"?>
    <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
    ${Buffer.from(
      svgOf(
        `<!-- made by hand --><style><![CDATA[.a{fill:url(#g)}.b{opacity:.5;clip-path:url(#c)}]]></style>
     <linearGradient id="g"><stop stop-color="red"/><stop offset="1"/></linearGradient><clipPath id="c"><path d="M0 0h9v9z"/></clipPath>
     <filter id="s"><feGaussianBlur stdDeviation="1"/><feOffset dx="1"/><feMerge><feMergeNode/></feMerge></filter>
     ${'<path class="a" d="M0 0h9v9z"/>'.repeat(80)}<g class="b" filter="url(#s)" data-näme="a > b"><rect width="9" height="9"/></g>
     <image href="data:image/png;base64,${Buffer.from(pngOf(10, 10, () => red)).toString('base64')}"/><script>alert(1)</script>`,
        'viewBox="0 0 10 10"',
      ),
    )}`;
  expect(readPicture(await drawUploaded(bytes(logo), 100))).toMatchObject({
    picture: { type: 'image/png', width: 100 },
  });
});
