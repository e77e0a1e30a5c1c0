import { and, desc, eq, getTableColumns, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { refuse } from '#modules/orders/rules/problems.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { mails } from '#src/data/schema.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { ListSource } from '#src/web/list/find.ts';
import { mailingRecipients, mailings } from './schema.ts';

export type Mailing = typeof mailings.$inferSelect & { editorEmail: string };

const editorEmail = sql<string>`(select email from users where users.id = ${mailings.editorId})`;

export async function mailingOf(reader: Reader | Tx, eventId: number, mailingId: number): Promise<Mailing> {
  const [row] = await readMailings(reader, and(eq(mailings.id, mailingId), eq(mailings.eventId, eventId)));
  return row ?? refuse('NOT_FOUND');
}

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

/** Idempotency key of a mail: one per mailing and address. */
export const mailKey = (mailingId: number, address = ''): string => `ParticipantMessage|${mailingId}|${address}`;

const ofMailing = (mailingId: number) =>
  and(gte(mails.uniqueKey, mailKey(mailingId)), lt(mails.uniqueKey, `${mailKey(mailingId)}\u{10FFFF}`));

export type Progress = {
  posted: number;
  sent: number;
  /** Addresses refused for good, with the mail server's reason; at most 100. */
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
  const postedCount = (posted?.n ?? 0) - countOf('dropped');
  return { posted: postedCount, sent: countOf('sent'), refused, refusedCount: countOf('failed') };
}

/** Mails still waiting in the outbox. */
export const waitingMails = (mailingId: number) => and(ofMailing(mailingId), eq(mails.status, 'queued'));

export async function sentMailingsOf(
  reader: Reader,
  eventId: number,
): Promise<{ id: number; at: Instant; subject: string }[]> {
  const rows = await readMailings(reader, and(eq(mailings.eventId, eventId), isNotNull(mailings.startedAt)));
  return rows.flatMap(({ id, startedAt: at, text }) => (at === null ? [] : [{ id, at, subject: text.de.subject }]));
}
