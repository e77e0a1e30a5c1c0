import { mailsTo, mailsToOthers, userById } from '#modules/accounts/index.ts';
import { type OrderRecord, type ParticipantRecord, ticketsMail } from '#modules/orders/index.ts';
import { isEnteredByOrganizer } from '#modules/orders/rules/order-state.ts';
import { hasRoomFor } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { isEmail, normalizeEmail } from '#src/kernel/email.ts';
import { mailedTickets } from './mailed-tickets.ts';

/** Counts in the posting transaction. Returns the addresses at their limit, across the orders of all buyers. */
async function fullMailboxes(
  work: Work,
  order: Pick<OrderRecord, 'userId' | 'totalPrice' | 'visitId'>,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const full = new Set<string>();
  // Places given away by the organizer are no free order of the buyer.
  const isCounted = order.totalPrice === 0 && !isEnteredByOrganizer(order);
  const { anHour, aDay } = mailsToOthers;
  for (const [address, mail] of await mailsTo(work.tx, addresses)) {
    const counted = [mail, ...(isCounted ? [anHour, aDay].map((limit) => ({ limit, key: String(order.userId) })) : [])];
    if (!(await hasRoomFor(work, counted, 1))) full.add(address);
  }
  return full;
}

export const mailboxOf = (address: string): string => normalizeEmail(address) ?? address;

/** The event sends tickets only after the timing has assigned the start number. */
export const waitsForBib = ({ event }: OrderRecord, { rrBib }: ParticipantRecord): boolean =>
  event.needsBibForMail && rrBib === null;

/** Tickets of participants without an address go to the buyer. */
export const buyerAddress = async ({ tx }: Work, { userId }: OrderRecord): Promise<string> =>
  (await userById(tx, userId))?.email ?? '';

/**
 * Posts missing tickets, one mail per address. Idempotent. Above the limit of an address the
 * ticket goes to the buyer. `orBuyer`: tickets without an address were not in the buyer's confirmation. `occasion`
 * makes a repeated mail unique, after a failed mail or a void ticket.
 */
export async function postTickets(
  work: Work,
  order: OrderRecord,
  people: readonly ParticipantRecord[],
  { occasion, orBuyer = false }: { occasion: number; orBuyer?: boolean },
): Promise<void> {
  const held = await mailedTickets(work.tx, order.id);
  const keyOf = (id: number, linkVersion: number, address: string) => `${id} ${linkVersion} ${mailboxOf(address)}`;
  const isHeld = new Set(
    held.map(({ participantId: id, linkVersion, recipient }) => keyOf(id, linkVersion, recipient)),
  );
  const buyer = await buyerAddress(work, order);
  const addressOf = ({ email }: ParticipantRecord): string => email || (orBuyer ? buyer : '');
  const missing = people.filter(
    (person) =>
      addressOf(person) !== '' &&
      !waitsForBib(order, person) &&
      !isHeld.has(keyOf(person.id, person.linkVersion, addressOf(person))),
  );
  const groups = Map.groupBy(missing, (person) => mailboxOf(addressOf(person)));
  // Only desk sales have buyers without a mailbox; their participants are not limited.
  const strangers = isEmail(buyer) ? [...groups.keys()].filter((address) => address !== mailboxOf(buyer)) : [];
  const full = await fullMailboxes(work, order, strangers);
  const passedOn: ParticipantRecord[] = [];
  for (const [address, group] of groups) {
    const [first, ...others] = group;
    if (!first) continue;
    if (full.has(address)) {
      passedOn.push(...group.filter(({ id, linkVersion }) => !isHeld.has(keyOf(id, linkVersion, buyer))));
      continue;
    }
    const mail = ticketsMail(order, [first, ...others], addressOf(first));
    const key = `RegistrationConfirmation|${first.id}`;
    const isNew = await work.post({
      ...mail,
      uniqueKey: first.linkVersion === 0 ? key : `${key}|${first.linkVersion}`,
    });
    if (!isNew) await work.post({ ...mail, uniqueKey: `${key}|again|${occasion}` });
  }
  const [first, ...others] = passedOn;
  if (!first) return;
  const mail = ticketsMail(order, [first, ...others], buyer, { isPassedOn: true });
  await work.post({ ...mail, uniqueKey: `RegistrationConfirmation|${first.id}|buyer|${occasion}` });
}
