import { sql } from 'drizzle-orm';
import { paidStatuses } from '#modules/orders/rules/order-state.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { MailingFilter } from './rules/mailing.ts';

export type Recipient = {
  participantId: number;
  address: string;
  firstName: string;
  lastName: string;
  competition: string;
  linkVersion: number;
  language: 'de' | 'en-us';
  orderId: number;
};

/** Whom a filter means: live participants of an event with an address. */
function meant(eventId: number, { competitionIds, paid, formField }: MailingFilter) {
  const states = paid === 'paid' ? paidStatuses : paid === 'unpaid' ? ['pending'] : null;
  const parts = [
    sql`p.event_id = ${eventId} and p.live = 1 and p.email is not null and p.email <> ''`,
    ...(competitionIds
      ? [sql`p.competition_id in (select value from json_each(${JSON.stringify(competitionIds)}))`]
      : []),
    ...(states
      ? [sql`o.status in (select value from json_each(${JSON.stringify(states)}))`]
      : [sql`o.status <> 'canceled'`]),
    ...(formField
      ? [
          sql`exists (select 1 from participant_fields f where f.participant_id = p.id
            and f.field_id = ${formField.fieldId} and f.value = ${formField.value})`,
        ]
      : []),
  ];
  return sql`participants p join orders o on o.id = p.order_id where ${sql.join(parts, sql` and `)}`;
}

/** An address is one mailbox, however it is written. */
const address = sql`lower(trim(p.email))`;

/** How many addresses a filter reaches, and how many people have them. */
export async function reachOf(
  reader: Reader | Tx,
  eventId: number,
  filter: MailingFilter,
): Promise<{ addresses: number; people: number }> {
  const [row] = await reader.all<{ addresses: number; people: number }>(
    sql`select count(distinct ${address}) addresses, count(*) people from ${meant(eventId, filter)}`,
  );
  return row ?? { addresses: 0, people: 0 };
}

/** Writes down who gets a mailing, each address once. Answers how many there are. */
export async function fixRecipients(
  tx: Tx,
  mailingId: number,
  eventId: number,
  filter: MailingFilter,
): Promise<number> {
  await tx.run(
    sql`insert into mailing_recipients (mailing_id, address, participant_id)
      select ${mailingId}, ${address}, min(p.id) from ${meant(eventId, filter)} group by 2`,
  );
  const [row] = await tx.all<{ n: number }>(
    sql`select count(*) n from mailing_recipients where mailing_id = ${mailingId}`,
  );
  return row?.n ?? 0;
}

const columns = sql`p.id participantId, ${address} address, p.first_name firstName, p.last_name lastName, p.link_version linkVersion,
  (select title from competitions c where c.id = p.competition_id) competition, o.language, o.id orderId`;

/** The first whom a filter means, for the preview. */
export async function firstRecipient(
  reader: Reader | Tx,
  eventId: number,
  filter: MailingFilter,
): Promise<Recipient | null> {
  const rows = await reader.all<Recipient>(sql`select ${columns} from ${meant(eventId, filter)} order by p.id limit 1`);
  return rows[0] ?? null;
}

/**
 * Whom a mail to this address speaks to: the person it was meant for, or the next one of the filter with that address
 * when that person does not start any more; null when nobody is left.
 */
export async function recipientAt(
  reader: Reader | Tx,
  eventId: number,
  filter: MailingFilter,
  to: { address: string; participantId: number },
): Promise<Recipient | null> {
  const byId = await reader.all<Recipient>(
    sql`select ${columns} from ${meant(eventId, filter)} and p.id = ${to.participantId} and ${address} = ${to.address}`,
  );
  if (byId[0]) return byId[0];
  const rows = await reader.all<Recipient>(
    sql`select ${columns} from ${meant(eventId, filter)} and ${address} = ${to.address} order by p.id limit 1`,
  );
  return rows[0] ?? null;
}
