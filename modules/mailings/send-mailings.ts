import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type Admission, indexOrders, inSelection } from '#modules/orders/index.ts';
import { paidStatuses } from '#modules/orders/rules/order-state.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { mailKey } from './read-mailings.ts';
import { isNarrowed, type MailingFilter } from './rules/mailing.ts';
import { mailingRecipients, mailings } from './schema.ts';

/** Mails per transaction; a booking waits for one batch at most. */
const portion = 50;
/** Lower priority than codes and confirmations. */
const priority = 9;
export const mailingsJob = 'orders.mailings';

/** Puts mails into the outbox in batches; progress is in the same transaction, so none is sent twice. */
export const sendMailingsJob = (deps: Pick<Deps, 'read' | 'write' | 'admission'>): Job => ({
  name: mailingsJob,
  everyMs: seconds(10),
  async run() {
    const [sending] = await deps.read
      .select({ id: mailings.id })
      .from(mailings)
      .where(eq(mailings.status, 'sending'))
      .orderBy(asc(mailings.id))
      .limit(1);
    if (!sending) return false;
    await deps.write((work) => postPortion(work, sending.id, deps.admission));
    return true;
  },
});

async function postPortion(work: Work, mailingId: number, admission: Admission): Promise<void> {
  const { tx, now } = work;
  const [mailing] = await tx.select().from(mailings).where(eq(mailings.id, mailingId));
  // It may have been stopped meanwhile.
  if (mailing?.status !== 'sending') return;
  const next = await tx
    .select({ address: mailingRecipients.address, participantId: mailingRecipients.participantId })
    .from(mailingRecipients)
    .where(and(eq(mailingRecipients.mailingId, mailingId), isNull(mailingRecipients.postedAt)))
    .limit(portion);
  for (const { address, participantId } of next) {
    const person = await recipientAt(tx, { ...mailing, admission }, { address, participantId });
    // No participant with this address starts any more.
    if (!person) continue;
    await work.post({
      type: 'ParticipantMessage',
      uniqueKey: mailKey(mailingId, address),
      recipient: address,
      locale: mailing.text['en-us'] ? person.language : 'de',
      params: { mailingId, eventId: mailing.eventId, participantId: person.participantId, address },
      orderId: person.orderId,
      priority,
    });
  }
  await tx
    .update(mailingRecipients)
    .set({ postedAt: now })
    .where(
      and(
        eq(mailingRecipients.mailingId, mailingId),
        inArray(
          mailingRecipients.address,
          next.map(({ address }) => address),
        ),
      ),
    );
  if (next.length < portion) {
    await tx.update(mailings).set({ status: 'sent', finishedAt: now }).where(eq(mailings.id, mailingId));
  }
}

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

type Selected = { eventId: number; filter: MailingFilter; admission: Admission };

/** Participants selected by a filter: live, with an address. @throws Problem VALIDATION_FAILED for unknown fields */
export function selectedPeople({ eventId, filter, admission }: Selected): SQL {
  const { competitionIds, paid, formField, conditions = [], q = '' } = filter;
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
    ...(isNarrowed(filter) ? [inSelection(sql`p.id`, eventId, { conditions, q }, admission)] : []),
  ];
  return sql`participants p join orders o on o.id = p.order_id where ${sql.join(parts, sql` and `)}`;
}

/** Addresses are compared without case and outer spaces. */
const address = sql`lower(trim(p.email))`;

/** Adds the newest orders to the search index. A transaction cannot do it. */
export async function indexForSearch(deps: Pick<Deps, 'read' | 'write'>, { q = '' }: MailingFilter): Promise<void> {
  if (q !== '') await indexOrders(deps);
}

export async function reachOf(
  deps: Pick<Deps, 'read' | 'write' | 'admission'>,
  { eventId, filter }: Omit<Selected, 'admission'>,
): Promise<{ addresses: number; people: number }> {
  await indexForSearch(deps, filter);
  const selected = { eventId, filter, admission: deps.admission };
  const [row] = await deps.read.all<{ addresses: number; people: number }>(
    sql`select count(distinct ${address}) addresses, count(*) people from ${selectedPeople(selected)}`,
  );
  return row ?? { addresses: 0, people: 0 };
}

/** Stores the recipients, each address once, and returns their number. */
export async function fixRecipients(tx: Tx, mailingId: number, selected: Selected): Promise<number> {
  await tx.run(
    sql`insert into mailing_recipients (mailing_id, address, participant_id)
      select ${mailingId}, ${address}, min(p.id) from ${selectedPeople(selected)} group by 2`,
  );
  const [row] = await tx.all<{ n: number }>(
    sql`select count(*) n from mailing_recipients where mailing_id = ${mailingId}`,
  );
  return row?.n ?? 0;
}

const columns = sql`p.id participantId, ${address} address, p.first_name firstName, p.last_name lastName, p.link_version linkVersion,
  (select title from competitions c where c.id = p.competition_id) competition, o.language, o.id orderId`;

export async function firstRecipient(reader: Reader | Tx, selected: Selected): Promise<Recipient | null> {
  const rows = await reader.all<Recipient>(
    sql`select ${columns} from ${selectedPeople(selected)} order by p.id limit 1`,
  );
  return rows[0] ?? null;
}

/** The participant whom a mail to this address names: the first selected one who still starts; null: none. */
export async function recipientAt(
  reader: Reader | Tx,
  selected: Selected,
  to: { address: string; participantId: number },
): Promise<Recipient | null> {
  // The start of the mailing chose this person; the selection is not evaluated again for every mail.
  const unnarrowed = { ...selected, filter: { ...selected.filter, conditions: [], q: '' } };
  const byId = await reader.all<Recipient>(
    sql`select ${columns} from ${selectedPeople(unnarrowed)} and p.id = ${to.participantId} and ${address} = ${to.address}`,
  );
  if (byId[0]) return byId[0];
  const rows = await reader.all<Recipient>(
    sql`select ${columns} from ${selectedPeople(selected)} and ${address} = ${to.address} order by p.id limit 1`,
  );
  return rows[0] ?? null;
}
