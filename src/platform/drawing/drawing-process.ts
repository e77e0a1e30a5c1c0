import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { framed, frameReader } from './frames.ts';
import { giveWay, memoryOf, startOwn } from './own-process.ts';

/** What one drawing may take (the largest takes a second or two), and how long the process waits for the next one. */
const usual = { timeoutMs: 30_000, mostBytes: 1200 * 2 ** 20, idleMs: 120_000 };
const watchEveryMs = 500;
export type ProcessLimits = typeof usual;

/** It ended, hung or took too much. The same work may succeed in a new one; an answer that it cannot be drawn is no such. */
export class DrawingLost extends Error {
  override readonly name = 'DrawingLost';
}

type Running = { child: ChildProcessWithoutNullStreams; idle: ReturnType<typeof setTimeout> | undefined };

/**
 * A process beside ours that draws one thing after the other, so that nobody waits for our only thread. It begins with the
 * first work, ends when there was none for a while, and is ended when it takes too long or too much memory; the next work
 * starts a new one.
 */
export class DrawingProcess {
  readonly #limits: ProcessLimits;
  #running: Running | null = null;

  /** `command` is the hidden one of the executable, `entry` the file behind it when we run from source. */
  constructor(
    private readonly program: { command: string; entry: URL; args?: () => readonly string[] },
    limits: Partial<ProcessLimits> = {},
  ) {
    this.#limits = { ...usual, ...limits };
  }

  /** Of the process that runs; null when none does. */
  get pid(): number | null {
    return this.#running?.child.pid ?? null;
  }

  /**
   * Asks for one drawing; the caller sees to it that it is one at a time.
   * @throws DrawingLost when the process was lost over it, Error when it says that it cannot be drawn
   */
  draw(work: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const running = this.#running ?? this.#start();
    const { child } = running;
    clearTimeout(running.idle);
    hold(child, true);
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const end = (why: string) => {
      if (this.#running === running) this.#running = null;
      child.kill('SIGKILL');
      reject(new DrawingLost(why));
    };
    const late = setTimeout(() => end('it takes too long'), this.#limits.timeoutMs);
    const watching = setInterval(async () => {
      if ((await memoryOf(child)) > this.#limits.mostBytes) end('it takes too much memory');
    }, watchEveryMs);
    const gone = () => end('its process ended');
    const read = frameReader((answer) => {
      const [status] = answer;
      if (status === 0) resolve(new Uint8Array(answer.subarray(1)));
      else reject(new Error(`cannot be drawn: ${answer.toString('utf8', 1)}`));
    });
    child.once('close', gone);
    child.once('error', gone);
    child.stdout.on('data', read);
    child.stdin.write(framed(work));
    return promise.finally(() => {
      clearTimeout(late);
      clearInterval(watching);
      child.off('close', gone);
      child.off('error', gone);
      child.stdout.off('data', read);
      if (this.#running !== running) return;
      hold(child, false);
      running.idle = setTimeout(() => this.stop(), this.#limits.idleMs);
      running.idle.unref();
    });
  }

  stop(): void {
    const running = this.#running;
    this.#running = null;
    clearTimeout(running?.idle);
    running?.child.kill('SIGKILL');
  }

  #start(): Running {
    const { command, entry, args } = this.program;
    const child = startOwn(command, entry, args?.() ?? []);
    giveWay(child);
    const running: Running = { child, idle: undefined };
    child.on('close', () => {
      if (this.#running === running) this.#running = null;
    });
    // What it has to say it says in its answers; a full pipe would stop it.
    child.stderr.resume();
    for (const stream of [child, child.stdin]) stream.on('error', () => {});
    this.#running = running;
    return running;
  }
}

type Holding = { ref?: () => unknown; unref?: () => unknown };
/** A process that waits for work keeps ours from ending no more. */
function hold(child: ChildProcessWithoutNullStreams, isBusy: boolean): void {
  const what = isBusy ? 'ref' : 'unref';
  for (const each of [child, child.stdin, child.stdout, child.stderr] as Holding[]) each[what]?.();
}
