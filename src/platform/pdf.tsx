/** PDF papers, drawn with React and the fonts we ship, by a process of its own: the largest take a second. */
import type { ReactElement } from 'react';
import type { AskedBy } from './drawing/drawer.ts';
import { drawn } from './drawing/drawn.ts';
import { printable } from './drawing/fonts.ts';
import { Part } from './drawing/structure.ts';
import { packed } from './drawing/tree.ts';

export { Document, Image, Page, Path, Svg, Text, View } from './drawing/elements.ts';
export type { PdfFonts } from './drawing/font-paths.ts';
export { fittedSize, pdfFont, printable, registerFonts, textWidth } from './drawing/fonts.ts';
export type { AskedBy };
export { Part };

/**
 * The bytes of a document whose components are plain functions of their props (no hooks, no context), tagged for screen
 * readers. `figures` explain its pictures, in the sequence in which they are drawn. `by`: whose turn it takes.
 * @throws Problem TOO_MANY_REQUESTS when whoever asks waits for too many already
 */
export const renderPdf = async (document: ReactElement, figures: readonly string[], by: AskedBy) =>
  drawn(by, { kind: 'pdf', tree: packed(document, printable), figures });
