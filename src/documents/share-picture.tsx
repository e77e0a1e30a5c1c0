/** Pictures for social networks, 1200 × 630, drawn with the fonts we ship by the process that draws papers. */
import { Buffer } from 'node:buffer';
import type { ReactElement } from 'react';
import { drawn } from './drawn.ts';
import type { PdfFonts } from './fonts.ts';
import { printable, setFonts } from './fonts.ts';
import { packed } from './tree.ts';

export const shareSize = { width: 1200, height: 630 } as const;

/**
 * A PNG of a tree of `div` and `img` with flex layout and inline styles, as satori knows them. `draw` gets a function
 * that leaves out of a text what our fonts cannot show.
 */
export async function sharePicture(
  fonts: PdfFonts,
  draw: (shown: (text: string) => string) => ReactElement,
): Promise<Uint8Array<ArrayBuffer>> {
  setFonts(fonts);
  return drawn(null, { kind: 'png', tree: packed(draw(printable)), ...shareSize });
}

export const dataAddress = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
