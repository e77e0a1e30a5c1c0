import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SplicedBody } from './spliced-body.ts';

const marks = ['m-one', 'm-two'];
const unpacked = (bytes: Uint8Array) => gunzipSync(bytes).toString();

test('the values stand where their marks were, packed and plain', async () => {
  const text = fc.stringMatching(/^[äa-z <>€]*$/);
  const body = fc.array(fc.oneof(text, fc.constantFrom(...marks)), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(body, text, text, async (pieces, one, two) => {
      const page = pieces.join('|');
      const expected = page.split('m-one').join(one).split('m-two').join(two);
      const spliced = await SplicedBody.make(page, marks);
      expect(new TextDecoder().decode(spliced.plain([one, two]))).toBe(expected);
      expect(unpacked(spliced.gzip([one, two]))).toBe(expected);
    }),
  );
});

test('how long an answer is tells nothing of a secret, also where the page says a part of it', async () => {
  const spliced = await SplicedBody.make(`${'<p>you asked for token-abc</p>'.repeat(20)}<input value="m-one">`, marks);
  const lengths = ['token-abc', 'token-xyz', 'qqqqqqqqq'].map((secret) => spliced.gzip([secret, '']).length);
  expect(new Set(lengths).size).toBe(1);
});

test('a value that is too long for a block is refused', async () => {
  const spliced = await SplicedBody.make('m-one', marks);
  expect(unpacked(spliced.gzip(['x'.repeat(65_535), '']))).toHaveLength(65_535);
  expect(() => spliced.gzip(['x'.repeat(65_536), ''])).toThrow(RangeError);
});
