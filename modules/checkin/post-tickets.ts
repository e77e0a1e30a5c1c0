import { userById } from '#modules/accounts/index.ts';
import { type OrderRecord, type ParticipantRecord, ticketsMail } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { isEmail, normalizeEmail } from '#src/kernel/email.ts';
import { mailedTickets } from './mailed-tickets.ts';
import { fullMailboxes } from './ticket-mail-limits.ts';

/** Spellings of one address are one mailbox. */
export const mailboxOf = (address: string): string => normalizeEmail(address) ?? address;

/** The event wants no ticket out before timing has given the start number. */
export const waitsForBib = ({ event }: OrderRecord, { rrBib }: ParticipantRecord): boolean =>
  event.needsBibForMail && rrBib === null;

/** The address of the buyer, who has the tickets of people without one. */
export const buyerAddress = async ({ tx }: Work, { userId }: OrderRecord): Promise<string> =>
  (await userById(tx, userId))?.email ?? '';

/**
 * Posts the tickets that these people have not got yet, one mail for each address. Calling it again posts nothing new.
 * What an address may not get any more (`ticket-mail-limits.ts`) goes to the buyer, who passes it on. `orBuyer`: tickets of
 * people without an address did not come with the buyer's confirmation. `occasion` tells the mails apart that send a ticket
 * again: after a failed mail, or to a holder who was told that the ticket is void.
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
  // Only the desk sells to buyers without a mailbox; then the participants are written to without a limit.
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
