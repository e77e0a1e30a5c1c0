import type { Buffer } from 'node:buffer';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { framedPieces, frameReader, workStatus } from './frames.ts';
import { lowerPriority, memoryOf, startChild } from './own-process.ts';

/**
 * Limits of one work (the largest document takes a second or two), and how long an idle process waits. A process that still holds
 * more than `restBytes` is ended.
 */
const usual = { timeoutMs: 30_000, maxBytes: 1200 * 2 ** 20, idleMs: 120_000, restBytes: Number.POSITIVE_INFINITY };
const watchEveryMs = 100;
const bytesAWrite = 256 * 1024;
export type WorkerLimits = typeof usual;

const reasons = {
  time: 'it takes too long',
  memory: 'it takes too much memory',
  ended: 'its process ended',
  /** By the system for lack of memory, or by a crash of a library. */
  killed: 'its process was killed',
} as const;

/** The process ended; a retry may succeed, unlike after a failure that it reports. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost';
  constructor(readonly reason: keyof typeof reasons) {
    super(reasons[reason]);
  }
}

type Running = { child: ChildProcessWithoutNullStreams; idle: ReturnType<typeof setTimeout> | undefined };
type WorkOptions = {
  limits?: Partial<Pick<WorkerLimits, 'timeoutMs' | 'maxBytes'>>;
  /** Takes each part of the response. */
  onPart?(part: Buffer): void;
};

/**
 * A child process that does one task after the other, off the main thread. It starts with the first task, ends when idle, and is
 * killed when it takes too long or too much memory.
 */
export class WorkerProcess {
  readonly #limits: WorkerLimits;
  #running: Running | null = null;

  /** `command` is the executable's hidden command, `entry` the file when run from source. */
  constructor(
    private readonly program: { command: string; entry: URL; args?: () => readonly string[] },
    limits: Partial<WorkerLimits> = {},
  ) {
    this.#limits = { ...usual, ...limits };
  }

  /** null when no process runs. */
  get pid(): number | null {
    return this.#running?.child.pid ?? null;
  }

  /** Runs one task; the caller must not run two at once. @throws WorkerLost when the process ended, Error when the task failed */
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
        // The rest of the response is not needed.
        this.#forget(running);
        reject(error);
      }
    };
    child.once('close', gone);
    child.once('error', gone);
    child.stdout.on('data', read);
    // A pipe error is followed by the process's exit.
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
    const child = startChild(command, entry, args?.() ?? []);
    lowerPriority(child);
    const running: Running = { child, idle: undefined };
    child.on('close', () => {
      if (this.#running === running) this.#running = null;
    });
    // stderr is discarded, since a full pipe would block; results come on stdout.
    child.stderr.resume();
    for (const stream of [child, child.stdin]) stream.on('error', () => {});
    this.#running = running;
    return running;
  }
}

/** In chunks: a large work written at once would be in memory twice. */
async function feed({ stdin }: ChildProcessWithoutNullStreams, pieces: readonly Uint8Array[]): Promise<void> {
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += bytesAWrite) {
      if (!stdin.write(piece.subarray(from, from + bytesAWrite))) await once(stdin, 'drain');
    }
  }
}

type Holding = { ref?: () => unknown; unref?: () => unknown };
/** An idle child does not keep this process alive. */
function hold(child: ChildProcessWithoutNullStreams, isBusy: boolean): void {
  const what = isBusy ? 'ref' : 'unref';
  for (const each of [child, child.stdin, child.stdout, child.stderr] as Holding[]) each[what]?.();
}
