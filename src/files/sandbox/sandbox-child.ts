import { Buffer } from 'node:buffer';
import { Problem } from '#src/kernel/problem.ts';
import { answerWorks } from '#src/runtime/processes/answer-works.ts';
import type { FileReaders, SandboxAnswer, SandboxWork } from './file-kind.ts';

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** The main loop of the sandbox process. */
export const readForParent = (readers: FileReaders): Promise<void> =>
  answerWorks(async (work, sendPart) => {
    const from = 4 + work.readUInt32BE();
    const { kind, options } = JSON.parse(work.toString('utf8', 4, from)) as SandboxWork;
    const load = readers[kind];
    if (!load) throw new Error('no such kind of file');
    const read = await load();
    try {
      const answer = await read(work.subarray(from), options as never, async (records) => {
        if (records.length > 0) await sendPart(json(records));
      });
      return json({ answer } satisfies SandboxAnswer);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { code, status, details } = error;
      return json({ refused: { code, status, details } } satisfies SandboxAnswer);
    }
  });
