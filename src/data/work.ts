import { assert } from '#src/kernel/assert.ts';
import { isEmail } from '#src/kernel/email.ts';
import type { Fact } from '#src/kernel/facts.ts';
import type { Clock, Instant } from '#src/kernel/time.ts';
import type { SomeMail } from '#src/mail/kinds.ts';
import type { Care, Database, Tx } from './database.ts';
import { insertOnce, insertRows } from './hot-statements.ts';
import { facts, mails } from './schema.ts';

/**
 * `write(work => verb(work, input))` is the only way to change data. The work carries the transaction, the moment and
 * the boxes for facts and mails, which are rows of the same transaction: either all of it happened or nothing.
 */
export type Work = {
  readonly tx: Tx;
  readonly now: Instant;
  /** The super admin who acts for the person of this work; audits name both. */
  readonly impersonatorId?: number;
  /** Announces what happened; handlers of the modules above hear of it after the commit. */
  announce(...facts: Fact[]): Promise<void>;
  /**
   * The same work, whose facts are heard from `at` on: what follows from tens of thousands of them must not keep the
   * processor from the rest of the work that announces them.
   */
  announcingAt(at: Instant): Work;
  /** Puts a mail into the outbox. A second mail with the same `uniqueKey` is dropped, and so is one to what is no address. */
  post(mail: NewMail): Promise<boolean>;
  /** Adds one to a counter of `/metrics` when this work is committed. */
  count(name: string, labels?: Readonly<Record<string, string>>): void;
  /** Runs a part in a savepoint: when it fails, its rows are taken back and what it counted is forgotten. */
  within<T>(run: (part: Work) => Promise<T>): Promise<T>;
};

export type StoredFact = { id: number; name: string; payload: Record<string, unknown>; createdAt: Instant };

export type NewMail = MailToSend & { uniqueKey: string };

/** What a mail says and to whom; posted again it is another mail with the same. */
export type MailToSend = SomeMail & Delivery;

type Delivery = {
  recipient: string;
  locale: string;
  orderId?: number;
  /** Lower goes first; login codes are 1, everything else 5. */
  priority?: number;
  /** Not sent after this moment. */
  expiresAt?: Instant;
};

/** What may be lost (`Care`) announces and posts nothing: somebody would hear of what is not so any more. */
export type Write = <T>(verb: (work: Work) => Promise<T>, care?: Care) => Promise<T>;

/** What a work left behind: the names of its facts, whether there is mail, and what it counted. */
type Left = { facts: string[]; mails: boolean; counted: Parameters<Work['count']>[] };

/** `onCommit` is told when a work left anything behind. */
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
          // Nobody is woken for what is to wait.
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
