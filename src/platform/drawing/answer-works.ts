import { Buffer } from 'node:buffer';
import { oneAtATime } from '../one-at-a-time.ts';
import { framed, frameReader } from './frames.ts';

/**
 * The whole work of a process that `DrawingProcess` starts: one answer after the other. It ends when the one that started it
 * does.
 */
export async function answerWorks(answer: (work: Buffer) => Uint8Array | Promise<Uint8Array>): Promise<void> {
  // Whatever a library has to say must not stand among the answers.
  console.log = console.info = console.debug = () => {};
  const next = oneAtATime();
  const read = frameReader((work) => {
    next(async () => process.stdout.write(framed(await answerTo(work, answer))));
  });
  process.stdin.on('data', read);
  await new Promise((ended) => process.stdin.once('end', ended));
}

/** A zero and the drawing, or a one and what went wrong: never its message, which may name what was to be drawn. */
async function answerTo(work: Buffer, answer: (work: Buffer) => Uint8Array | Promise<Uint8Array>): Promise<Buffer> {
  try {
    return Buffer.concat([Buffer.of(0), await answer(work)]);
  } catch (error) {
    const { name, stack = '' } = error instanceof Error ? error : { name: 'unknown' };
    const place = stack.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
    return Buffer.concat([Buffer.of(1), Buffer.from(`${name}${place}`)]);
  }
}
