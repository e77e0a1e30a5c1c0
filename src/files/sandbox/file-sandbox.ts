import { Buffer } from 'node:buffer';
import { Problem, type ProblemStatus } from '#src/kernel/problem.ts';
import type { Log } from '#src/runtime/log.ts';
import { framed } from '#src/runtime/processes/frames.ts';
import { inTurns, type TurnBounds } from '#src/runtime/processes/turns.ts';
import { type WorkerLimits, WorkerLost, WorkerProcess } from '#src/runtime/processes/worker-process.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import type { FileKind, SandboxAnswer, SandboxLimits, SandboxWork } from './file-kind.ts';

/** The hidden command of the sandbox process. */
export const sandboxCommand = 'read-files';

const usualLimits: SandboxLimits = {
  timeoutMs: 30_000,
  maxMemoryBytes: 500 * 2 ** 20,
  maxAnswerBytes: 100 * 2 ** 20,
};
/** Few, because waiting files are in memory. */
const usualTurns: TurnBounds = { atOnce: 2, mostWaiting: 3, mostOfAll: 8, retryAfterSeconds: 10, reason: 'files' };
/** Ordinary lists leave less memory behind. */
const usualProcess: Partial<WorkerLimits> = { idleMs: 60_000, restBytes: 200 * 2 ** 20 };
/** A process may have been killed from outside. */
const tries = 2;

class TooMuch extends Error {}

export type SandboxOptions = {
  entry: URL;
  log: Log;
  /** Overrides the kind's limits. */
  limits?: Partial<SandboxLimits>;
  turns?: Partial<TurnBounds>;
};

/**
 * Reads uploaded files in child processes, two at a time. A small file can need endless time or memory, and no filter finds all
 * of them, so a process is killed at the limits of the kind and its file refused. Only its uploader waits.
 */
export class FileSandbox {
  readonly #workers: WorkerProcess[];
  readonly #free: WorkerProcess[];
  readonly #inTurns: ReturnType<typeof inTurns>;

  constructor(private readonly options: SandboxOptions) {
    const turns = { ...usualTurns, ...options.turns };
    this.#inTurns = inTurns(turns);
    this.#workers = Array.from(
      { length: turns.atOnce },
      () => new WorkerProcess({ command: sandboxCommand, entry: options.entry }, usualProcess),
    );
    this.#free = [...this.#workers];
  }

  get pids(): number[] {
    return this.#workers.flatMap(({ pid }) => pid ?? []);
  }

  /**
   * Reads a file; each text is a JSON array of records, so that a long list is processed in batches. `by`: the owner; one
   * person's files are read one after the other. null: a work of ours.
   * @throws Problem of the reader, `refuseCostly` of the kind, TOO_MANY_REQUESTS when too many wait
   */
  async texts<Options, Record, Answer>(
    kind: FileKind<Options, Record, Answer>,
    by: number | null,
    bytes: Uint8Array,
    options: Options,
  ): Promise<{ texts: Buffer[]; answer: Answer }> {
    return this.#inTurns(by === null ? null : String(by), async () => {
      const worker = this.#free.pop() as WorkerProcess;
      try {
        const work: SandboxWork = { kind: kind.name, options };
        return await this.#read(worker, kind, [framed(Buffer.from(JSON.stringify(work))), bytes]);
      } finally {
        this.#free.push(worker);
      }
    });
  }

  /** The same with parsed records, yielding between batches. */
  async read<Options, Record, Answer>(
    ...file: Parameters<typeof this.texts<Options, Record, Answer>>
  ): Promise<{ records: Record[]; answer: Answer }> {
    const { texts, answer } = await this.texts(...file);
    const records: Record[] = [];
    for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
      for (const record of JSON.parse(text.toString('utf8')) as Record[]) records.push(record);
      await yieldToEventLoop();
    }
    return { records, answer };
  }

  stop(): void {
    for (const worker of this.#workers) worker.stop();
  }

  async #read<Options, Record, Answer>(
    worker: WorkerProcess,
    kind: FileKind<Options, Record, Answer>,
    work: readonly Uint8Array[],
  ): Promise<{ texts: Buffer[]; answer: Answer }> {
    const limits = { ...usualLimits, ...kind.limits, ...this.options.limits };
    for (let left = tries; ; left -= 1) {
      const texts: Buffer[] = [];
      let length = 0;
      const onPart = (part: Buffer) => {
        length += part.length;
        if (length > limits.maxAnswerBytes) throw new TooMuch('it answers too much');
        texts.push(part);
      };
      try {
        const bounds = { timeoutMs: limits.timeoutMs, maxBytes: limits.maxMemoryBytes };
        const said = Buffer.from(await worker.run(work, { limits: bounds, onPart }));
        const answer = JSON.parse(said.toString('utf8')) as SandboxAnswer;
        if ('answer' in answer) return { texts, answer: answer.answer as Answer };
        const { code, status, details } = answer.refused;
        throw new Problem(code, status as ProblemStatus, details);
      } catch (error) {
        if (error instanceof WorkerLost && error.reason === 'killed' && left > 1) continue;
        // A string over the engine's limit is a RangeError.
        const isCostly =
          (error instanceof WorkerLost && error.reason !== 'ended') ||
          error instanceof TooMuch ||
          (error instanceof Error && error.message.startsWith('failed: RangeError'));
        if (!isCostly) throw error;
        this.options.log.warn('an uploaded file took more than it may', { kind: kind.name, why: error.message });
        return kind.refuseCostly();
      }
    }
  }
}
