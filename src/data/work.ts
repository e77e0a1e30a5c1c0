import { assert } from '#src/kernel/assert.ts';
import { isEmail } from '#src/kernel/email.ts';
import type { Fact } from '#src/kernel/facts.ts';
import type { Clock, Instant } from '#src/kernel/time.ts';
import type { AnyMail } from '#src/mail/kinds.ts';
import type { Database, Durability, Tx } from './database.ts';
import { insertOnce, insertRows } from './hot-statements.ts';
import { facts, mails } from './schema.ts';

/**
 * `write(work => verb(work, input))` is the only way to change data. The work carries the transaction, the time, and the boxes
 * for facts and mails, which are rows of the same transaction.
 */
export type Work = {
  readonly tx: Tx;
  readonly now: Instant;
  /** The super admin who acts for this person; audits name both. */
  readonly impersonatorId?: number;
  /** Announces facts; handlers of the modules above run after the commit. */
  announce(...facts: Fact[]): Promise<void>;
  /** The same work, whose facts are delivered from `at` on, so that tens of thousands of them do not delay the rest. */
  announcingAt(at: Instant): Work;
  /** Enqueues a mail. Mails with a known `uniqueKey` or an invalid address are dropped. */
  post(mail: NewMail): Promise<boolean>;
  /** Adds one to a counter of `/metrics` after the commit. */
  count(name: string, labels?: Readonly<Record<string, string>>): void;
  /** Runs a part in a savepoint; when it fails, its rows and counts are undone. */
  within<T>(run: (part: Work) => Promise<T>): Promise<T>;
};

export type StoredFact = { id: number; name: string; payload: Record<string, unknown>; createdAt: Instant };

export type NewMail = MailToSend & { uniqueKey: string };

export type MailToSend = AnyMail & Delivery;

type Delivery = {
  recipient: string;
  locale: string;
  orderId?: number;
  /** Lower goes first; login codes are 1, everything else 5. */
  priority?: number;
  expiresAt?: Instant;
};

/** Works that may be lost (`Durability`) announce and post nothing. */
export type Write = <T>(verb: (work: Work) => Promise<T>, care?: Durability) => Promise<T>;

/** What happens after the commit. */
type Left = { facts: string[]; mails: boolean; counted: Parameters<Work['count']>[] };

/** `onCommit` runs when a work left facts or mails. */
export function makeWrite(database: Database, clock: Clock, onCommit: (left: Left) => void): Write {
  return async (verb, care) => {
    const left: Left = { facts: [], mails: false, counted: [] };
    const result = await database.transact(async (tx) => {
      const now = clock();
      left.facts = [];
      left.mails = false;
      left.counted = [];
      const workFrom = (heardAt: Instant): Work => ({
        tx,
        now,
        announcingAt(at) {
          return { ...this, announce: workFrom(at).announce };
        },
        async announce(...announced) {
          const rows = announced.map((fact) => ({ ...fact, createdAt: now, nextAttemptAt: heardAt }));
          // Delayed facts wake no job.
          if (heardAt <= now) left.facts.push(...announced.map(({ name }) => name));
          await insertRows(tx, facts, rows);
        },
        async post(mail) {
          if (!isEmail(mail.recipient)) return false;
          left.mails = true;
          return insertOnce(tx, mails, { ...mail, nextAttemptAt: now, createdAt: now }, ['uniqueKey']);
        },
        count(...counted) {
          left.counted.push(counted);
        },
        async within(run) {
          const before = left.counted.length;
          try {
            return await this.tx.transaction((savepoint) => run({ ...this, tx: savepoint }));
          } catch (error) {
            left.counted.length = before;
            throw error;
          }
        },
      });
      const result = await verb(workFrom(now));
      assert(!care?.mayBeLost || (left.facts.length === 0 && !left.mails), 'what may be lost tells nobody');
      return result;
    }, care);
    if (left.facts.length > 0 || left.mails || left.counted.length > 0) onCommit(left);
    return result;
  };
}
