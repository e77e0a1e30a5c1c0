import { type Instant, minutes } from '#src/kernel/time.ts';
import type { Log } from '#src/runtime/log.ts';
import { failureFields, type MailFailure } from './failures.ts';

/** A pause of a few minutes is ordinary. */
const alarmAfterMs = minutes(5);

/**
 * Whether the mail server accepts mails, as seen by this process. Logs one line when it stops, one error (also to error
 * reporting) after five minutes, and one line when it is back.
 */
export class ServerWatch {
  #since: Instant | null = null;
  #isAlarmed = false;

  constructor(private readonly log: Log) {}

  fails(now: Instant, failure: MailFailure, reason: string): void {
    const why = failureFields(failure, reason);
    if (this.#since === null) {
      this.#since = now;
      this.log.warn('the mail server takes nothing', why);
    } else if (!this.#isAlarmed && now - this.#since >= alarmAfterMs) {
      this.#isAlarmed = true;
      this.log.error('the mail server has taken nothing for five minutes', why);
    }
  }

  takes(now: Instant): void {
    if (this.#since === null) return;
    const afterSeconds = Math.round((now - this.#since) / 1000);
    this.log[this.#isAlarmed ? 'warn' : 'info']('the mail server takes mails again', { afterSeconds });
    this.#since = null;
    this.#isAlarmed = false;
  }
}
