import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne } from 'drizzle-orm';
import type { Config } from '#src/config/config.ts';
import { batched } from '#src/data/batch.ts';
import type { Database } from '#src/data/database.ts';
import { updateRows } from '#src/data/hot-statements.ts';
import { mailboxAttachments, mailboxMessages, mails } from '#src/data/schema.ts';
import { storageFaultOf } from '#src/data/storage-faults.ts';
import type { Work, Write } from '#src/data/work.ts';
import { type Clock, days, hours, type Instant, instant, minutes, seconds } from '#src/kernel/time.ts';
import type { Log } from '#src/runtime/log.ts';
import { failureFields, isDown, isServerFailure, type MailFailure, serverFailures } from './failures.ts';
import type { MailType } from './kinds.ts';
import { contentOf, type Delivery, type MailSender, messageIdOf, renderFailure } from './mail-sender.ts';
import type { MailContent, SendOutcome } from './message.ts';
import { serverWords, textsIn } from './server-words.ts';
import { inFairTurns, inLanes } from './turns.ts';

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

export type Mailer = {
  /**
   * Sends waiting and new mails, most urgent first and in turns between orders, up to `most`. Returns how many it took; 0 when no
   * server answered.
   */
  sendWaiting(most?: number): Promise<number>;
  wake(): void;
  /** Starts no more; those under way go on. */
  stop(): void;
  /**
   * Sends one mail at once while its reader waits: `later` when the server deferred it, `refused` when it rejected it, `down`
   * when no server answered. A failed mail is withdrawn, because the reader was told.
   */
  sendNow(uniqueKey: string): Promise<Sending | 'down'>;
};

type Sending = 'sent' | 'later' | 'refused';
type Due = Pick<MailRow, 'id' | 'attempts' | 'recipient' | 'priority' | 'orderId'>;

type MailRow = typeof mails.$inferSelect;
/** Before the second and later attempts of a deferred mail. */
const pauses = [minutes(1), minutes(5), minutes(30), hours(2), hours(6), hours(24)];
/** One mail tests whether the server is back; then all others go at once. */
const waitsForServerMs = seconds(10);
/** A mail under way is locked this long; after a crash it is free again. */
const sendingFor = minutes(2);
/** Mails rendered and sent in parallel. */
const lanes = 8;
/** Sent mails wait this long to be marked in one commit. */
const noteWithinMs = 15;
/** Candidates for the next turn, more than a few large orders have. */
const maxExamined = 2000;
const maxSelected = 60;
/** How often to look for mails of other processes while a slow one is under way. */
const lookAgainMs = 1000;
/** Pause after a failure of the server; then one mail tries. */
const restMs = seconds(5);

export function makeMailer(deps: {
  database: Database;
  write: Write;
  clock: Clock;
  log: Log;
  config: Config;
  /** null: mails go to the built-in mailbox. */
  sender: MailSender | null;
  types(): readonly MailType[];
}): Mailer {
  const { database, write, clock, log, config } = deps;
  const watch = new ServerWatch(log);

  /** Locks the mail and reads it again, because it may have changed meanwhile. null: another process has it. */
  async function take(mail: Due): Promise<MailRow | null> {
    const [taken] = await write(
      ({ tx, now }) =>
        updateRows(
          tx,
          mails,
          `set next_attempt_at = ?, attempts = attempts + 1, failure = null where id = ? and status = 'queued' and attempts = ?`,
          [now + sendingFor, mail.id, mail.attempts],
        ),
      // A repeated attempt has the same Message-ID.
      { mayBeLost: true },
    );
    return taken ? { ...taken, attempts: mail.attempts } : null;
  }

  const note = (mail: MailRow, values: Partial<MailRow>) =>
    write(({ tx }) => tx.update(mails).set(values).where(eq(mails.id, mail.id)));

  /** Sent mails are marked in batches, because each commit waits for the disk. */
  const noted = batched<(work: Work) => Promise<void>>(noteWithinMs, (notes) =>
    write(async (work) => {
      for (const note of notes) await note(work);
    }),
  );

  const withdraw = (mail: MailRow) =>
    write(({ tx }) =>
      tx
        .update(mails)
        .set({ status: 'failed', params: storedParams(mail) })
        .where(and(eq(mails.id, mail.id), eq(mails.status, 'queued'))),
    );

  /** So that `sendNow` gets the result of a mail that the outbox already took. */
  const underWay = new Map<number, Promise<Sending | 'down'>>();

  function send(due: Due): Promise<Sending | 'down'> {
    const sending = underWay.get(due.id) ?? sendOnce(due).finally(() => underWay.delete(due.id));
    underWay.set(due.id, sending);
    return sending;
  }

  async function sendOnce(due: Due): Promise<Sending | 'down'> {
    const mail = await take(due);
    if (!mail) return 'later';
    const fail = (failure: MailFailure, lastError: string) =>
      note(mail, { status: 'failed', failure, lastError, params: storedParams(mail) });
    if (mail.expiresAt !== null && mail.expiresAt <= clock()) {
      await fail('late', 'too late');
      return 'refused';
    }
    const outcome = await attempt(mail);
    if (outcome.kind === 'dropped') return 'sent';
    if (outcome.kind === 'sent') {
      await serverTakes();
      return 'sent';
    }
    const { kind, failure } = outcome;
    const reason = serverWords(outcome.reason, textsIn(mail.params));
    if (isDown(failure)) {
      downAt = clock();
      watch.fails(downAt, failure, reason);
    } else if (failure !== 'unmade') await serverTakes();
    if (isServerFailure(failure)) {
      // Not counted as an attempt: a mail is not given up while the server is away.
      const nextAttemptAt = instant(clock() + waitsForServerMs);
      await note(mail, { attempts: mail.attempts, nextAttemptAt, failure, lastError: reason });
      return 'down';
    }
    log.warn('a mail was not sent', {
      mailId: mail.id,
      type: mail.type,
      outcome: kind,
      ...failureFields(failure, reason),
    });
    const pause = pauses[mail.attempts];
    if (kind === 'permanent' || pause === undefined) {
      await fail(failure, reason);
      return 'refused';
    }
    await note(mail, { nextAttemptAt: instant(clock() + pause), failure, lastError: reason });
    return isDown(failure) ? 'down' : 'later';
  }

  async function attempt(mail: MailRow): Promise<SendOutcome | { kind: 'dropped' }> {
    const { delivery, content } = await (deps.sender ? posted(deps.sender, mail) : madeHere(mail));
    if (delivery.kind === 'unmade') {
      // The storage says itself that it is away.
      if (!storageFaultOf(delivery.why))
        log.error('a mail could not be made', { mailId: mail.id, type: mail.type, ...delivery.why });
      return { kind: 'temporary', failure: 'unmade', reason: delivery.reason };
    }
    const isDropped = delivery.kind === 'dropped';
    if (!isDropped && delivery.kind !== 'sent') return delivery;
    const sent = {
      ...(isDropped
        ? { status: 'dropped' as const }
        : { status: 'sent' as const, sentAt: clock(), messageId: messageIdOf(mail, config) }),
      lastError: null,
      failure: null,
      params: storedParams(mail),
    };
    const noteSent = async (work: Work) => {
      if (content) await keep(work, mail, content);
      await work.tx.update(mails).set(sent).where(eq(mails.id, mail.id));
    };
    await (content ? write(noteSent) : noted(noteSent));
    return delivery;
  }

  /** `content` is for the built-in mailbox. */
  type Attempt = { delivery: Delivery; content: MailContent | null };
  const posted = async (sender: MailSender, mail: MailRow): Promise<Attempt> => ({
    delivery: await sender.deliver(mail),
    content: null,
  });
  async function madeHere(mail: MailRow): Promise<Attempt> {
    try {
      const content = await contentOf(deps.types(), mail);
      return { delivery: content ? { kind: 'sent', reply: 'kept' } : { kind: 'dropped' }, content };
    } catch (error) {
      return { delivery: renderFailure(error), content: null };
    }
  }

  const waiting = async (now: Instant, most: number): Promise<Due[]> =>
    inFairTurns(
      await database.read
        .select({
          id: mails.id,
          attempts: mails.attempts,
          recipient: mails.recipient,
          priority: mails.priority,
          orderId: mails.orderId,
        })
        .from(mails)
        .where(and(eq(mails.status, 'queued'), lte(mails.nextAttemptAt, now)))
        .orderBy(asc(mails.priority), asc(mails.id))
        .limit(maxExamined),
    ).slice(0, most);

  let downAt: Instant | null = null;
  const rests = (now: Instant) => downAt !== null && now >= downAt && now < downAt + restMs;
  const wakers = new Set<() => void>();
  const wake = () => {
    for (const each of wakers) each();
  };
  let isStopping = false;

  /** Once a round, because another process may have left mails that waited for the server. */
  let hasReleased = false;
  async function serverTakes(): Promise<void> {
    watch.takes(clock());
    if (downAt !== null) hasReleased = false;
    downAt = null;
    if (hasReleased) return;
    hasReleased = true;
    const waited = and(
      eq(mails.status, 'queued'),
      inArray(mails.failure, serverFailures),
      gt(mails.nextAttemptAt, clock()),
    );
    const [first] = await database.read.select({ id: mails.id }).from(mails).where(waited).limit(1);
    if (!first) return;
    await write(({ tx, now }) => tx.update(mails).set({ nextAttemptAt: now }).where(waited));
    wake();
  }

  return {
    async sendWaiting(most = Number.POSITIVE_INFINITY) {
      let begun = 0;
      hasReleased = false;
      await inLanes<Due>({
        look: () => waiting(clock(), Math.min(maxSelected, most - begun)),
        // The first mail tests whether the server is back.
        room: () => (isStopping || begun >= most || rests(clock()) ? 0 : downAt === null ? lanes : 1),
        async send(mail) {
          begun += 1;
          await send(mail);
        },
        onWake(wakeHere) {
          wakers.add(wakeHere);
          const again = setInterval(wakeHere, lookAgainMs);
          return () => {
            wakers.delete(wakeHere);
            clearInterval(again);
          };
        },
      });
      return rests(clock()) ? 0 : begun;
    },
    wake,
    stop() {
      isStopping = true;
    },
    async sendNow(uniqueKey) {
      const [mail] = await database.read.select().from(mails).where(eq(mails.uniqueKey, uniqueKey));
      if (!mail) return 'refused';
      if (mail.status === 'sent') return 'sent';
      const outcome = await send(mail);
      if (outcome === 'down') await withdraw(mail);
      return outcome;
    },
  };
}

/**
 * A code is needed once: after its mail was sent or refused nobody can read it here. Mails about an order hold no secret and may
 * be sent again.
 */
const storedParams = ({ expiresAt, orderId, params }: MailRow) =>
  expiresAt === null || orderId !== null ? params : {};

/** Mails about an order stay with it; all others are deleted after a month. */
export async function forgetOldMails({ tx, now }: Pick<Work, 'tx' | 'now'>): Promise<void> {
  const isOver = and(ne(mails.status, 'queued'), isNull(mails.orderId), lt(mails.createdAt, instant(now - days(30))));
  await tx.delete(mails).where(isOver);
}

/** Mails in the built-in mailbox; each takes about 60 KB with its attachments. */
export const mailboxSize = 2000;
export async function forgetOldMailbox({ tx }: Pick<Work, 'tx'>): Promise<void> {
  const [newest] = await tx
    .select({ id: mailboxMessages.id })
    .from(mailboxMessages)
    .orderBy(desc(mailboxMessages.id))
    .limit(1)
    .offset(mailboxSize);
  if (newest) await tx.delete(mailboxMessages).where(lte(mailboxMessages.id, newest.id));
}

async function keep(work: Work, mail: MailRow, content: MailContent): Promise<void> {
  const [message] = await work.tx
    .insert(mailboxMessages)
    .values({
      mailId: mail.id,
      recipient: mail.recipient,
      subject: content.subject,
      text: content.text,
      html: content.html,
      createdAt: work.now,
    })
    .returning({ id: mailboxMessages.id });
  for (const { name, type, inlineId, bytes } of content.attachments ?? []) {
    await work.tx.insert(mailboxAttachments).values({
      messageId: message?.id as number,
      name,
      type,
      inlineId: inlineId ?? null,
      bytes: Buffer.from(bytes),
    });
  }
}
