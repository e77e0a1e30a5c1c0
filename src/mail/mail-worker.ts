// Our own: a pool of threads would share our memory and its pauses; this is one process and two kinds of messages.
import { Buffer } from 'node:buffer';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { type Log, type LogFields, type LogLevel, logLevels } from '#src/runtime/log.ts';
import { framed, frameReader } from '#src/runtime/processes/frames.ts';
import { lowerPriority, memoryOf, startChild } from '#src/runtime/processes/own-process.ts';
import type { Delivery, Letter, MailSender } from './mail-sender.ts';

/** The hidden command of the mail process. */
export const mailCommand = 'send-mails';

/**
 * `timeoutMs` for one letter: two attempts take less than the two minutes after which another process takes the mail. `idleMs`:
 * how long the process waits for letters.
 */
const usual = { timeoutMs: 50_000, idleMs: 120_000, maxBytes: 1200 * 2 ** 20, withoutMs: 60_000 };
const watchEveryMs = 1000;
const tries = 2;
/** Half as much as the drawing process: somebody waits for a code. */
const givesWayBy = 5;
/** Kills the process when it does not end by itself. */
const endsWithinMs = 2000;
export type MailWorkerLimits = typeof usual;

/** A message to the process. */
export type Sending = { at: number; letter: Letter };
/** A message from the process: the result of a letter, a log line or (neither) that it is ready. */
export type ChildMessage = { at?: number; delivery?: Delivery; log?: [LogLevel, string, LogFields] };
type Waiting = { settle(delivery: Delivery | null): void; late: ReturnType<typeof setTimeout> };
type Running = {
  child: ChildProcessWithoutNullStreams;
  waiting: Map<number, Waiting>;
  isReady: boolean;
  idle: ReturnType<typeof setTimeout> | undefined;
  watching: ReturnType<typeof setInterval>;
};

/**
 * Sends mails in a child process, which renders them, has their documents drawn and talks to the mail server, so that this thread
 * stays free for requests. The process starts with the first letter, ends when idle, and is killed when a letter takes too long;
 * its letters are then tried once more with the same Message-ID. Without a process, `here` sends.
 */
export class MailWorker implements MailSender {
  readonly #limits: MailWorkerLimits;
  #running: Running | null = null;
  #last = 0;
  #withoutUntil = 0;

  constructor(
    private readonly options: {
      args: readonly string[];
      env: Readonly<Record<string, string | undefined>>;
      here: MailSender;
      log: Log;
      /** From source the file to run; otherwise the running executable. */
      entry?: URL;
    },
    limits: Partial<MailWorkerLimits> = {},
  ) {
    this.#limits = { ...usual, ...limits };
  }

  /** null when no process runs. */
  get pid(): number | null {
    return this.#running?.child.pid ?? null;
  }

  async deliver(letter: Letter): Promise<Delivery> {
    for (let left = tries; ; left -= 1) {
      if (performance.now() < this.#withoutUntil) return this.options.here.deliver(letter);
      const delivery = await this.#send(letter);
      if (delivery) return delivery;
      if (left <= 1) return { kind: 'temporary', failure: 'unmade', reason: 'the process that sends mails was lost' };
    }
  }

  /** null: the process was lost, and with it what it had sent. */
  #send({ id, type, params, locale, recipient }: Letter): Promise<Delivery | null> {
    const running = this.#running ?? this.#start();
    clearTimeout(running.idle);
    const at = this.#last + 1;
    this.#last = at;
    const sending: Sending = { at, letter: { id, type, params, locale, recipient } };
    const { promise, resolve } = Promise.withResolvers<Delivery | null>();
    running.waiting.set(at, {
      settle: resolve,
      late: setTimeout(() => this.#end(running, 'it takes too long'), this.#limits.timeoutMs),
    });
    running.child.stdin.write(framed(Buffer.from(JSON.stringify(sending))));
    return promise.finally(() => this.#rest(running));
  }

  /** Called for each of several letters that end together; only one timer may run. */
  #rest(running: Running): void {
    clearTimeout(running.idle);
    if (this.#running !== running || running.waiting.size > 0) return;
    running.idle = setTimeout(() => this.#close(), this.#limits.idleMs);
    running.idle.unref();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#close(), this.options.here.stop()]);
  }

  /** The process ends when its input ends. */
  async #close(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    if (!running) return;
    const ended = once(running.child, 'close');
    running.child.stdin.end();
    const late = setTimeout(() => running.child.kill('SIGKILL'), endsWithinMs);
    await ended;
    clearTimeout(late);
  }

  #start(): Running {
    const { args, env, entry } = this.options;
    const child = startChild(mailCommand, entry ?? null, args, env);
    lowerPriority(child, givesWayBy);
    const watching = setInterval(async () => {
      if (running.waiting.size > 0 && (await memoryOf(child)) > this.#limits.maxBytes)
        this.#end(running, 'it takes too much memory');
    }, watchEveryMs);
    watching.unref();
    const running: Running = { child, waiting: new Map(), isReady: false, idle: undefined, watching };
    child.stdout.on(
      'data',
      frameReader((reply) => this.#hear(running, JSON.parse(reply.toString('utf8')) as ChildMessage)),
    );
    for (const event of ['close', 'error']) child.once(event, () => this.#end(running, 'its process ended'));
    // The process reports by its replies; a full pipe would block it.
    child.stderr.resume();
    for (const stream of [child, child.stdin]) stream.on('error', () => {});
    this.#running = running;
    return running;
  }

  #hear(running: Running, { at, delivery, log }: ChildMessage): void {
    running.isReady = true;
    if (log && logLevels.includes(log[0])) this.options.log[log[0]](log[1], log[2]);
    const waiting = at === undefined ? undefined : running.waiting.get(at);
    if (at === undefined || !waiting || !delivery) return;
    running.waiting.delete(at);
    clearTimeout(waiting.late);
    waiting.settle(delivery);
  }

  #end(running: Running, why: string): void {
    if (this.#running === running) this.#running = null;
    clearInterval(running.watching);
    clearTimeout(running.idle);
    running.child.kill('SIGKILL');
    if (running.waiting.size === 0) return;
    const letters = running.waiting.size;
    this.options.log.error('the process that sends mails was lost', { why, letters, wasReady: running.isReady });
    if (!running.isReady) this.#withoutUntil = performance.now() + this.#limits.withoutMs;
    for (const { settle, late } of running.waiting.values()) {
      clearTimeout(late);
      settle(null);
    }
    running.waiting.clear();
  }
}
