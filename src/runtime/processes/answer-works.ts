import { Buffer } from 'node:buffer';
import { oneAtATime } from '../one-at-a-time.ts';
import { framedPieces, frameReader, workStatus } from './frames.ts';

/** Sends a part of the response; waits until the other process took it. */
type SendPart = (part: Uint8Array) => Promise<void>;
type Answer = (work: Buffer, sendPart: SendPart) => Uint8Array | Promise<Uint8Array>;

/** The main loop of a `WorkerProcess`: one task after the other, until its parent ends. */
export async function answerWorks(answer: Answer): Promise<void> {
  // A library's output must not mix with the responses.
  console.log = console.info = console.debug = () => {};
  const next = oneAtATime();
  const read = frameReader((work) => {
    next(() => answerTo(work, answer));
  });
  process.stdin.on('data', read);
  await new Promise((ended) => process.stdin.once('end', ended));
}

async function answerTo(work: Buffer, answer: Answer): Promise<void> {
  try {
    await send(workStatus.done, await answer(work, (part) => send(workStatus.part, part)));
  } catch (error) {
    // Never the message, which may contain data.
    const { name, stack = '' } = error instanceof Error ? error : { name: 'unknown' };
    const place = stack.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
    await send(workStatus.failed, Buffer.from(`${name}${place}`));
  }
}

const send = (status: number, bytes: Uint8Array): Promise<void> =>
  new Promise((taken) => {
    process.stdout.write(Buffer.concat(framedPieces([Buffer.of(status), bytes])), () => taken());
  });
