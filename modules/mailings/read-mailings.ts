import { and, desc, eq, getTableColumns, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { refuse } from '#modules/orders/rules/problems.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { mails } from '#src/data/schema.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { ListSource } from '#src/web/list/find.ts';
import { mailingRecipients, mailings } from './schema.ts';

export type Mailing = typeof mailings.$inferSelect & { editorEmail: string };

const editorEmail = sql<string>`(select email from users where users.id = ${mailings.editorId})`;

/** @throws Problem NOT_FOUND also for a mailing of another event */
export async function mailingOf(reader: Reader | Tx, eventId: number, mailingId: number): Promise<Mailing> {
  const [row] = await readMailings(reader, and(eq(mailings.id, mailingId), eq(mailings.eventId, eventId)));
  return row ?? refuse('NOT_FOUND');
}

/** The mailings of an event, the newest first unless asked otherwise. */
export const mailingSource = (eventId: number): ListSource => ({
  id: mailings.id,
  fields: {
    id: { column: mailings.id, kind: 'number' },
    status: { column: mailings.status, kind: 'text' },
    createdAt: { column: mailings.createdAt, kind: 'instant' },
    startedAt: { column: mailings.startedAt, kind: 'instant' },
  },
  scope: eq(mailings.eventId, eventId),
  order: [desc(mailings.id)],
});

export const readMailings = (reader: Reader | Tx, where: SQL | undefined): PromiseLike<Mailing[]> =>
  reader
    .select({ ...getTableColumns(mailings), editorEmail })
    .from(mailings)
    .where(where);

/** What the mails of a mailing are known by: one an address, whatever process posts it and however often. */
export const mailKey = (mailingId: number, address = ''): string => `ParticipantMessage|${mailingId}|${address}`;

const ofMailing = (mailingId: number) =>
  and(gte(mails.uniqueKey, mailKey(mailingId)), lt(mails.uniqueKey, `${mailKey(mailingId)}\u{10FFFF}`));

export type Progress = {
  /** In the outbox or beyond. */
  posted: number;
  sent: number;
  /** Addresses that the mail server will never take, with its reason; at most a hundred. */
  refused: { address: string; reason: string }[];
  refusedCount: number;
};

export async function progressOf(reader: Reader | Tx, mailingId: number): Promise<Progress> {
  const [posted] = await reader
    .select({ n: sql<number>`count(*)`.mapWith(Number) })
    .from(mailingRecipients)
    .where(and(eq(mailingRecipients.mailingId, mailingId), sql`${mailingRecipients.postedAt} is not null`));
  const states = await reader
    .select({ status: mails.status, n: sql<number>`count(*)`.mapWith(Number) })
    .from(mails)
    .where(ofMailing(mailingId))
    .groupBy(mails.status);
  const countOf = (status: string) => states.find((state) => state.status === status)?.n ?? 0;
  const refused =
    countOf('failed') === 0
      ? []
      : await reader
          .select({ address: mails.recipient, reason: sql<string>`coalesce(${mails.lastError}, '')` })
          .from(mails)
          .where(and(ofMailing(mailingId), eq(mails.status, 'failed')))
          .limit(100);
  // A dropped mail has nobody left to reach.
  const meant = (posted?.n ?? 0) - countOf('dropped');
  return { posted: meant, sent: countOf('sent'), refused, refusedCount: countOf('failed') };
}

/** Mails of it that still wait in the outbox. */
export const waitingMails = (mailingId: number) => and(ofMailing(mailingId), eq(mails.status, 'queued'));

/** When the mailings of an event went out, or began to, and what they are called. */
export async function sentMailingsOf(
  reader: Reader,
  eventId: number,
): Promise<{ id: number; at: Instant; subject: string }[]> {
  const rows = await readMailings(reader, and(eq(mailings.eventId, eventId), isNotNull(mailings.startedAt)));
  return rows.flatMap(({ id, startedAt: at, text }) => (at === null ? [] : [{ id, at, subject: text.de.subject }]));
}
