import { Buffer } from 'node:buffer';
import { Drawer, type RequestedBy } from '#src/runtime/processes/drawer.ts';
import { WorkerProcess } from '#src/runtime/processes/worker-process.ts';
import type { DocumentWork, PictureWork } from './document.ts';
import type { PdfFonts } from './font-files.ts';

/** A large list leaves memory behind that a new process gives back. */
const restBytes = 400 * 2 ** 20;

const maxNamed = 20;

/** The hidden command by which the executable draws papers for itself. */
export const paperCommand = 'draw-papers';

/** What the process beside ours draws; all that it shows stands in here. */
export type Work = DocumentWork | PictureWork;

/** Of the first drawing: one process draws for everybody. */
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

/** Says which letters no font has: sorted, so that no name can be read from them. */
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
