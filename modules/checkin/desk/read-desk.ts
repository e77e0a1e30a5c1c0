import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { answersInWords, participantsOfEvent } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { participantArticles, participantFields, participants } from '#modules/orders/schema.ts';
import { openOfOrder } from '#modules/payments/index.ts';
import type { Reader } from '#src/data/database.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type ListedTicket, ticketsOfPeople } from '../scan-list.ts';
import { handOuts } from '../schema.ts';

export type Due = {
  orderId: number;
  club: string | null;
  isPaid: boolean;
  /** Of the whole order. */
  openCents: Cents;
  articles: { name: string; variantName: string; quantity: number }[];
  /** Only questions that appear on the confirmation. */
  answers: { label: string; value: string }[];
  handedOut: { device: string; handedOutAt: Instant; believed: boolean } | null;
  isNameHidden: boolean;
};
export type DeskTicket = ListedTicket & { due: Due };

/** All participants of the event with their items. Unpaid ones are listed without a code. */
export async function deskListOf(
  { read: reader, signer, publicNames }: Pick<Deps, 'read' | 'signer' | 'publicNames'>,
  eventId: number,
  i18n: Translator,
): Promise<DeskTicket[]> {
  const people = await participantsOfEvent(reader, eventId, { alsoUnpaid: true });
  const byId = new Map(people.map((person) => [person.id, person]));
  const tickets = await ticketsOfPeople(reader, signer, eventId, people);
  const articles = Map.groupBy(await articlesOf(reader, eventId), ({ participantId }) => participantId);
  const answersOf = await answersOfEvent(reader, eventId, i18n);
  const open = await openOf(reader, eventId);
  const given = new Map((await countingOf(reader, eventId)).map(({ participantId, ...one }) => [participantId, one]));
  const hidden = await publicNames.hiddenAt(reader, eventId);
  return tickets.flatMap((ticket) => {
    const { participantId } = ticket;
    const person = byId.get(participantId);
    if (!person) return [];
    const isPaid = isPaidStatus(person.orderStatus);
    const due: Due = {
      orderId: person.orderId,
      club: person.club,
      isPaid,
      openCents: open.get(person.orderId) ?? cents(0),
      articles: (articles.get(participantId) ?? []).map(({ name, variantName, quantity }) => {
        return { name, variantName, quantity };
      }),
      answers: answersOf(participantId),
      handedOut: given.get(participantId) ?? null,
      isNameHidden: hidden.has(participantId),
    };
    return [{ ...ticket, ...(isPaid ? {} : { codeHash: '', earlierCodeHashes: [], replaced: [] }), due }];
  });
}

const articlesOf = async (reader: Reader, eventId: number) =>
  await reader
    .select({
      participantId: participantArticles.participantId,
      name: participantArticles.name,
      variantName: participantArticles.variantName,
      quantity: participantArticles.quantity,
    })
    .from(participants)
    .innerJoin(participantArticles, eq(participantArticles.participantId, participants.id))
    .where(and(eq(participants.eventId, eventId), eq(participants.live, true)))
    .orderBy(asc(participantArticles.id));

async function answersOfEvent(reader: Reader, eventId: number, i18n: Translator) {
  const catalog = await catalogOf(reader, eventId);
  const formFields = (catalog?.formFields ?? []).filter((field) => field.includeInConfirmationPdf);
  const rows =
    formFields.length === 0
      ? []
      : await reader
          .select({
            participantId: participantFields.participantId,
            fieldId: participantFields.fieldId,
            value: participantFields.value,
          })
          .from(participants)
          .innerJoin(participantFields, eq(participantFields.participantId, participants.id))
          .where(
            and(
              eq(participants.eventId, eventId),
              eq(participants.live, true),
              inArray(
                participantFields.fieldId,
                formFields.map(({ id }) => id),
              ),
            ),
          );
  const byPerson = Map.groupBy(rows, ({ participantId }) => participantId);
  return (participantId: number) =>
    answersInWords({ formFields }, { formFieldsSelected: byPerson.get(participantId) ?? [] }, i18n);
}

async function openOf(reader: Reader, eventId: number): Promise<ReadonlyMap<number, Cents>> {
  const rows = await reader.all<{ id: number; open: Cents }>(sql`
    select o.id, ${openOfOrder} open from orders o where o.event_id = ${eventId} and o.status <> 'canceled' and open > 0`);
  return new Map(rows.map(({ id, open }) => [id, open]));
}

const countingOf = async (reader: Reader, eventId: number) =>
  await reader
    .select({
      participantId: handOuts.participantId,
      device: handOuts.device,
      handedOutAt: handOuts.handedOutAt,
      believed: handOuts.believed,
    })
    .from(handOuts)
    .where(and(eq(handOuts.eventId, eventId), eq(handOuts.counts, true)));
