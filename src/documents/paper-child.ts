import { answerWorks } from '#src/runtime/processes/answer-works.ts';
import type { Work } from './drawn.ts';
import type { PdfFonts } from './fonts.ts';

/** The work of the process that draws papers, with the fonts at these places. Each library is loaded with its first work. */
export async function drawPapers(regular: string, bold: string): Promise<void> {
  const fonts = { regular, bold };
  await answerWorks(async (work) => drawnOf(JSON.parse(work.toString('utf8')) as Work, fonts));
}

let documents: Promise<(work: Extract<Work, { kind: 'document' }>) => Promise<Uint8Array>> | undefined;

async function drawnOf(work: Work, fonts: PdfFonts): Promise<Uint8Array> {
  if (work.kind !== 'document') return (await import('./draw-picture.ts')).drawPicture(work, fonts);
  documents ??= import('./compile.ts').then(({ documentCompiler }) => documentCompiler([fonts.regular, fonts.bold]));
  return (await documents)(work);
}
