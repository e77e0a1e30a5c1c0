import { setTimeout } from 'node:timers/promises';
import type { Log } from '#src/runtime/log.ts';
import type { Payment } from './books.ts';
import type { Misbehaviour } from './misbehaviour.ts';

/** A notification; `id` is the token, or the transaction of a pending capture or refund. */
export type Notification = {
  id: string;
  kind: 'success' | 'fail' | 'pending';
  url: string;
  /** Status or error name of each attempt. */
  tries: (number | string)[];
  state: 'waiting' | 'held' | 'dropped' | 'delivered' | 'failed';
};

export type NotificationOptions = {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Milliseconds before each attempt. */
  delays: readonly number[];
  timeoutMs: number;
  misbehaviour: Misbehaviour;
  log: Log;
};

/** Notifications to the shop: GET without a body, retried until 200. */
export class Notifications {
  readonly history: Notification[] = [];
  readonly #options: NotificationOptions;
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopped = new AbortController();
  #held: Notification[] = [];
  #overtaken: Notification[] = [];

  constructor(options: NotificationOptions) {
    this.#options = options;
  }

  send(payment: Payment, kind: 'success' | 'fail'): void {
    const url = payment.notify[kind];
    if (url) this.sendTo(payment.token, kind, url);
  }

  sendTo(id: string, kind: Notification['kind'], url: string): void {
    const notification: Notification = { id, kind, url, tries: [], state: 'waiting' };
    this.history.push(notification);
    // Bounds memory.
    if (this.history.length > 10_000) this.history.shift();
    const treatment = this.#options.misbehaviour.nextTreatment();
    if (treatment === 'drop') notification.state = 'dropped';
    else if (treatment === 'hold') this.#hold(notification);
    else if (treatment === 'reorder') this.#overtaken.push(notification);
    else {
      this.#start(notification, typeof treatment === 'object' ? treatment?.delayMs : 0);
      if (treatment === 'duplicate') this.#start(notification);
      this.#releaseOvertaken();
    }
  }

  #hold(notification: Notification): void {
    notification.state = 'held';
    this.#held.push(notification);
  }

  #releaseOvertaken(): void {
    const waiting = this.#overtaken;
    this.#overtaken = [];
    for (const notification of waiting) this.#start(notification);
  }

  /** Sends held notifications. */
  release(order: 'oldestFirst' | 'newestFirst' = 'oldestFirst'): void {
    const held = order === 'newestFirst' ? this.#held.reverse() : this.#held;
    this.#held = [];
    for (const notification of held) this.#start(notification);
  }

  /** Sends notifications again, including dropped ones. @returns how many */
  replay(times: number, id?: string): number {
    const said = this.history.filter((each) => id === undefined || each.id === id);
    for (let round = 0; round < times; round++) for (const each of said) this.#start(each);
    return said.length * times;
  }

  #start(notification: Notification, waitMs = 0): void {
    const running = this.#deliver(notification, waitMs).finally(() => this.#underWay.delete(running));
    this.#underWay.add(running);
  }

  async #deliver(notification: Notification, waitMs: number): Promise<void> {
    await this.#wait(waitMs);
    for (const delay of this.#options.delays) {
      await this.#wait(delay);
      if (this.#stopped.signal.aborted) return;
      const result = await this.#call(notification.url);
      notification.tries.push(result);
      if (result === 200) {
        notification.state = 'delivered';
        return;
      }
    }
    notification.state = 'failed';
    this.#options.log.warn('the simulator could not notify', { kind: notification.kind });
  }

  async #call(url: string): Promise<number | string> {
    const signal = AbortSignal.any([AbortSignal.timeout(this.#options.timeoutMs), this.#stopped.signal]);
    try {
      const answer = await this.#options.fetch(url, { method: 'GET', redirect: 'manual', signal });
      await answer.body?.cancel();
      return answer.status;
    } catch (error) {
      return error instanceof Error ? error.name : 'Error';
    }
  }

  async #wait(milliseconds: number): Promise<void> {
    const { signal } = this.#stopped;
    if (milliseconds > 0) await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  /** Waits for notifications under way, not for held ones. */
  async settled(): Promise<void> {
    this.#releaseOvertaken();
    while (this.#underWay.size > 0) {
      await Promise.all(this.#underWay);
      this.#releaseOvertaken();
    }
  }

  stop(): void {
    this.#stopped.abort();
  }
}
