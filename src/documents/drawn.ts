import { Buffer } from 'node:buffer';
import { Drawer, type RequestedBy } from '#src/runtime/processes/drawer.ts';
import { WorkerProcess } from '#src/runtime/processes/worker-process.ts';
import type { DocumentWork, PictureWork } from './document.ts';
import type { PdfFonts } from './font-files.ts';

/** A larger process is replaced after a work. */
const restBytes = 400 * 2 ** 20;

const maxNamed = 20;

/** The hidden command of the drawing process. */
export const paperCommand = 'draw-papers';

export type Work = DocumentWork | PictureWork;

/** Set by the first drawing; one process serves all. */
let paths = '';

const ours = new Drawer(
  new WorkerProcess(
    {
      command: paperCommand,
      entry: new URL('./paper-child.entry.ts', import.meta.url),
      args: () => [paths],
    },
    { restBytes },
  ),
);

export const workOf = (work: Work): Uint8Array => Buffer.from(JSON.stringify(work));

/** Logs missing letters, sorted so that no name can be read from them. */
function noteMissing(log: PdfFonts['log'], { template }: Work, codePoints: readonly number[]): void {
  const named = codePoints.slice(0, maxNamed).map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
  log?.warn('letters that no font has', {
    document: template,
    codePoints: named.join(' '),
    count: codePoints.length,
  });
}

/** @throws Problem TOO_MANY_REQUESTS when the same visit waits for too many already */
export function drawn({ log, ...fonts }: PdfFonts, by: RequestedBy, work: Work): Promise<Uint8Array<ArrayBuffer>> {
  paths ||= JSON.stringify(fonts);
  return ours.draw(by, workOf(work), (part) => noteMissing(log, work, JSON.parse(part.toString('utf8'))));
}
