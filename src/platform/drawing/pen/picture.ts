/** Pictures that go into a paper as they are: PNG (ISO/IEC 15948) without transparency, whose packing PDF knows. */
import { notOurs } from './not-ours.ts';

export type Picture = {
  bytes: Buffer;
  data: Buffer;
  width: number;
  height: number;
  depth: number;
  colors: 1 | 3;
};

const signature = '\x89PNG\r\n\x1a\n';
const gray = 0;
const rgb = 2;

/** @throws NotOurs when it is another one */
export function pictureOf(bytes: Buffer): Picture {
  if (bytes.toString('latin1', 0, 8) !== signature) return notOurs('a picture that is no PNG');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const [depth, kind, , , interlaced] = bytes.subarray(24, 29);
  if ((kind !== gray && kind !== rgb) || interlaced !== 0 || depth === undefined || depth > 8)
    return notOurs('a picture with more than colors');
  const parts: Buffer[] = [];
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'tRNS') notOurs('a transparent picture');
    if (name === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return { bytes, data: Buffer.concat(parts), width, height, depth, colors: kind === gray ? 1 : 3 };
}
