// Our own: a pool of threads would share our memory and its pauses; this is one process and two kinds of messages.
import { Buffer } from 'node:buffer';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { type Log, type LogFields, type LogLevel, logLevels } from '#src/runtime/log.ts';
import { framed, frameReader } from '#src/runtime/processes/frames.ts';
import { giveWay, memoryOf, startOwn } from '#src/runtime/processes/own-process.ts';
import type { Delivery, Letter, MailSender } from './mail-sender.ts';

/** The hidden command by which this program sends mails for itself. */
export const mailCommand = 'send-mails';

/**
 * How long one letter may take: with its second try less than the two minutes after which another process takes it. How long the process waits
 * for the next one. And for how long the thread sends them, after a process that did not even begin.
 */
const usual = { timeoutMs: 50_000, idleMs: 120_000, maxBytes: 1200 * 2 ** 20, withoutMs: 60_000 };
const watchEveryMs = 1000;
const tries = 2;
/** Half as much as what draws papers: somebody waits for a code. */
const givesWayBy = 5;
/** A process that does not end by itself is ended: a stop of ours must not wait for it. */
const endsWithinMs = 2000;
export type MailWorkerLimits = typeof usual;

/** To the process: a letter. */
export type Sending = { at: number; letter: Letter };
/** From it: what became of one, what it has to say, or (neither) that it is ready. */
export type Said = { at?: number; delivery?: Delivery; log?: [LogLevel, string, LogFields] };
type Waiting = { settle(delivery: Delivery | null): void; late: ReturnType<typeof setTimeout> };
type Running = {
  child: ChildProcessWithoutNullStreams;
  waiting: Map<number, Waiting>;
  isReady: boolean;
  idle: ReturnType<typeof setTimeout> | undefined;
  watching: ReturnType<typeof setInterval>;
};

/**
 * A postman who works in a process beside ours, which makes the mails, has their papers drawn and talks to the mail server,
 * so that our only thread is there for those who ask. It begins with the first letter, ends when there was none for a while,
 * and is ended when a letter takes too long. What was under way then is tried once more, with the same Message-ID. Where no such
 * process can begin, `here` does its work.
 */
export class MailWorker implements MailSender {
  readonly #limits: MailWorkerLimits;
  #running: Running | null = null;
  #last = 0;
  #withoutUntil = 0;

  constructor(
    private readonly options: {
      /** Arguments and surroundings of the process. */
      args: readonly string[];
      env: Readonly<Record<string, string | undefined>>;
      here: MailSender;
      log: Log;
      /** From source the file to run; without it the program that runs. */
      entry?: URL;
    },
    limits: Partial<MailWorkerLimits> = {},
  ) {
    this.#limits = { ...usual, ...limits };
  }

  /** Of the process that runs; null when none does. */
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

  /** null: the process was lost, and nobody knows what it had sent. */
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

  /** Of several letters that were answered at once each comes here, and one clock alone may run. */
  #rest(running: Running): void {
    clearTimeout(running.idle);
    if (this.#running !== running || running.waiting.size > 0) return;
    running.idle = setTimeout(() => this.#close(), this.#limits.idleMs);
    running.idle.unref();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#close(), this.options.here.stop()]);
  }

  /** The process ends by itself when nothing more can come. */
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
    const child = startOwn(mailCommand, entry ?? null, args, env);
    giveWay(child, givesWayBy);
    const watching = setInterval(async () => {
      if (running.waiting.size > 0 && (await memoryOf(child)) > this.#limits.maxBytes)
        this.#end(running, 'it takes too much memory');
    }, watchEveryMs);
    watching.unref();
    const running: Running = { child, waiting: new Map(), isReady: false, idle: undefined, watching };
    child.stdout.on(
      'data',
      frameReader((said) => this.#hear(running, JSON.parse(said.toString('utf8')) as Said)),
    );
    for (const event of ['close', 'error']) child.once(event, () => this.#end(running, 'its process ended'));
    // What it has to say it says in its answers; a full pipe would stop it.
    child.stderr.resume();
    for (const stream of [child, child.stdin]) stream.on('error', () => {});
    this.#running = running;
    return running;
  }

  #hear(running: Running, { at, delivery, log }: Said): void {
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
