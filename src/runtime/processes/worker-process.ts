import type { Buffer } from 'node:buffer';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { framedPieces, frameReader, workStatus } from './frames.ts';
import { giveWay, memoryOf, startOwn } from './own-process.ts';

/**
 * What one work may take (the largest paper takes a second or two), and how long the process waits for the next one. A process
 * that still holds more than `restBytes` after a work is ended: the next work would begin with what this one left.
 */
const usual = { timeoutMs: 30_000, maxBytes: 1200 * 2 ** 20, idleMs: 120_000, restBytes: Number.POSITIVE_INFINITY };
const watchEveryMs = 100;
const bytesAWrite = 256 * 1024;
export type WorkerLimits = typeof usual;

const reasons = {
  time: 'it takes too long',
  memory: 'it takes too much memory',
  ended: 'its process ended',
  /** By the system, for want of memory, or by a fault in a library. */
  killed: 'its process was killed',
} as const;

/** The process ended or was ended. The same work may succeed in a new one; an answer that it failed is no such. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
  constructor(readonly reason: keyof typeof reasons) {
    super(reasons[reason]);
  }
}

type Running = { child: ChildProcessWithoutNullStreams; idle: ReturnType<typeof setTimeout> | undefined };
type WorkOptions = {
  limits?: Partial<Pick<WorkerLimits, 'timeoutMs' | 'maxBytes'>>;
  /** Takes each part of the answer as it comes. */
  onPart?(part: Buffer): void;
};

/**
 * A process beside ours that does one work after the other, so that nobody waits for our only thread. It begins with the first
 * work, ends when there was none for a while, and is ended when it takes too long or too much memory; the next work starts a
 * new one.
 */
export class WorkerProcess {
  readonly #limits: WorkerLimits;
  #running: Running | null = null;

  /** `command` is the hidden one of the executable, `entry` the file behind it when we run from source. */
  constructor(
    private readonly program: { command: string; entry: URL; args?: () => readonly string[] },
    limits: Partial<WorkerLimits> = {},
  ) {
    this.#limits = { ...usual, ...limits };
  }

  /** Id of the running process; null when there is none. */
  get pid(): number | null {
    return this.#running?.child.pid ?? null;
  }

  /**
   * Asks for one work, of one or more pieces of bytes; the caller sees to it that it is one at a time.
   * @throws WorkerLost when the process was lost over it, Error when it says that it failed
   */
  run(work: Uint8Array | readonly Uint8Array[], options: WorkOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const { timeoutMs, maxBytes, restBytes } = { ...this.#limits, ...options.limits };
    const running = this.#running ?? this.#start();
    const { child } = running;
    clearTimeout(running.idle);
    hold(child, true);
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const end = (reason: WorkerLost['reason']) => {
      this.#forget(running);
      reject(new WorkerLost(reason));
    };
    const late = setTimeout(() => end('time'), timeoutMs);
    const watching = setInterval(async () => {
      if ((await memoryOf(child)) > maxBytes) end('memory');
    }, watchEveryMs);
    const gone = (_: unknown, signal?: string | null) => end(signal ? 'killed' : 'ended');
    const read = frameReader((answer) => {
      const [status] = answer;
      const rest = answer.subarray(1);
      if (status === workStatus.part) return takePart(rest);
      if (status === workStatus.done) resolve(new Uint8Array(rest));
      else reject(new Error(`failed: ${rest.toString('utf8')}`));
    });
    const takePart = (part: Buffer) => {
      try {
        options.onPart?.(part);
      } catch (error) {
        // The rest of this result is not needed any more.
        this.#forget(running);
        reject(error);
      }
    };
    child.once('close', gone);
    child.once('error', gone);
    child.stdout.on('data', read);
    // Errors of the pipe are followed by the end of the process, which is handled.
    feed(child, framedPieces(work instanceof Uint8Array ? [work] : work)).catch(() => {});
    return promise.finally(async () => {
      clearTimeout(late);
      clearInterval(watching);
      child.off('close', gone);
      child.off('error', gone);
      child.stdout.off('data', read);
      if (this.#running !== running) return;
      if (restBytes < Number.POSITIVE_INFINITY && (await memoryOf(child)) > restBytes) return this.#forget(running);
      hold(child, false);
      running.idle = setTimeout(() => this.stop(), this.#limits.idleMs);
      running.idle.unref();
    });
  }

  stop(): void {
    if (this.#running) this.#forget(this.#running);
  }

  #forget(running: Running): void {
    if (this.#running === running) this.#running = null;
    clearTimeout(running.idle);
    running.child.kill('SIGKILL');
  }

  #start(): Running {
    const { command, entry, args } = this.program;
    const child = startOwn(command, entry, args?.() ?? []);
    giveWay(child);
    const running: Running = { child, idle: undefined };
    child.on('close', () => {
      if (this.#running === running) this.#running = null;
    });
    // Its stderr is discarded, since a full pipe would block it; results come on stdout.
    child.stderr.resume();
    for (const stream of [child, child.stdin]) stream.on('error', () => {});
    this.#running = running;
    return running;
  }
}

/** A large work goes over as the process takes it: written at once it would be in memory twice. */
async function feed({ stdin }: ChildProcessWithoutNullStreams, pieces: readonly Uint8Array[]): Promise<void> {
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += bytesAWrite) {
      if (!stdin.write(piece.subarray(from, from + bytesAWrite))) await once(stdin, 'drain');
    }
  }
}

type Holding = { ref?: () => unknown; unref?: () => unknown };
/** A process that waits for work keeps ours from ending no more. */
function hold(child: ChildProcessWithoutNullStreams, isBusy: boolean): void {
  const what = isBusy ? 'ref' : 'unref';
  for (const each of [child, child.stdin, child.stdout, child.stderr] as Holding[]) each[what]?.();
}
