import { Buffer } from 'node:buffer';
import { Drawer, type RequestedBy } from '#src/runtime/processes/drawer.ts';
import { WorkerProcess } from '#src/runtime/processes/worker-process.ts';
import type { DocumentWork } from './document.ts';
import { fontPaths } from './fonts.ts';
import type { Tree } from './tree.ts';

/** A large list leaves memory behind that a new process gives back. */
const restBytes = 400 * 2 ** 20;

/** The hidden command by which the executable draws papers for itself. */
export const paperCommand = 'draw-papers';

/** What the process beside ours draws; all that it shows stands in here. */
export type Work = DocumentWork | { kind: 'png'; tree: Tree; width: number; height: number };

const ours = new Drawer(
  new WorkerProcess(
    {
      command: paperCommand,
      entry: new URL('./paper-child.entry.ts', import.meta.url),
      args: () => {
        const { regular, bold } = fontPaths();
        return [regular, bold];
      },
    },
    { restBytes },
  ),
);

export const workOf = (work: Work): Uint8Array => Buffer.from(JSON.stringify(work));

/**
 * Fonts were set before.
 * @throws Problem TOO_MANY_REQUESTS when the same visit waits for too many already
 */
export const drawn = (by: RequestedBy, work: Work): Promise<Uint8Array<ArrayBuffer>> => ours.draw(by, workOf(work));
