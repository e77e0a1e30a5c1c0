import type { OrderRecord, ParticipantRecord } from '#modules/orders/index.ts';
import {
  mainOrganizer,
  mayChangePerson,
  orderOf,
  orderOfOne,
  participantForTicket,
  peopleOf,
  wordsOfOrder,
} from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Signer } from '#src/access/signer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { present } from '#src/kernel/assert.ts';
import { days, type Instant, instant, plus } from '#src/kernel/time.ts';
import type { Locale, Translator } from '#src/texts/locale.ts';
import { type LinkHolder, signOwnPath } from './own-links.ts';
import { ticketCodeOf } from './ticket-code-of.ts';

/** One participant's ticket with everything that is shown of it, on whatever paper. */
export type Ticket = {
  order: OrderRecord;
  participant: ParticipantRecord;
  competition: { id: number; title: string; timestamp: Instant };
  teamName: string | null;
  organizer: OrderRecord['organizers'][number] | null;
  /** The text of the QR code. */
  code: string;
  /** Paid and not canceled. */
  isValid: boolean;
  /** The order, or this place in it, is given up. */
  isCanceled: boolean;
  /** Until when the link is good by which it was opened, where that is known. */
  linkUntil?: Instant;
};
type Linked = Pick<Ticket, 'order' | 'participant' | 'linkUntil'>;

/** Null when there is no such participant. */
export const ticketOf = (reader: Reader | Tx, signer: Signer, participantId: number): Promise<Ticket | null> =>
  ticketIn(reader, signer, participantId, orderOf);

/** The same with nobody else in its order: who writes five hundred tickets of one order reads it five hundred times. */
export const ticketAlone = (reader: Reader | Tx, signer: Signer, participantId: number): Promise<Ticket | null> =>
  ticketIn(reader, signer, participantId, orderOfOne);

async function ticketIn(
  reader: Reader | Tx,
  signer: Signer,
  participantId: number,
  orderFor: typeof orderOfOne,
): Promise<Ticket | null> {
  const found = await participantForTicket(reader, participantId);
  if (!found) return null;
  const order = present(await orderFor(reader, found.orderId, participantId), 'a participant has an order');
  const ticket = ticketsOf(order, signer).find(({ participant }) => participant.id === participantId);
  return ticket ? { ...ticket, isValid: ticket.isValid && found.live, isCanceled: !found.live } : null;
}

/** The tickets of everybody in an order, who are all live while it is. */
export const ticketsOf = (order: OrderRecord, signer: Signer): Ticket[] =>
  peopleOf(order).map(({ person: participant, competition, team: { teamName } }) => ({
    order,
    participant,
    competition,
    teamName,
    organizer: mainOrganizer(order),
    code: ticketCodeOf(signer, order.event.id, participant.id, participant.ticketVersion),
    isValid: isPaidStatus(order.status),
    isCanceled: order.status === 'canceled',
  }));

export const nameOf = ({ participant }: { participant: Pick<ParticipantRecord, 'firstName' | 'lastName'> }): string =>
  `${participant.firstName} ${participant.lastName}`;

/** Whether the person may change their data by the link, which an event may do without. */
export const mayChangeByLink = ({ order, isCanceled }: Ticket, now: Instant): boolean =>
  !order.event.noChangelink && !isCanceled && mayChangePerson(order, now).may;

/** The words of a ticket: the event's zone and wording. */
export const ticketWords = ({ order }: Pick<Ticket, 'order'>, locale: Locale): Translator =>
  wordsOfOrder(order, locale);

const ticketPath = (participantId: number): string => `/tickets/${participantId}`;
const ticketPdfPath = (participantId: number): string => `/tickets/${participantId}/pdf`;

/**
 * Who has the mail has the ticket: its page opens without a login until a month after the event, by the link of a later
 * mailing until a month after that, and with the page what lies below it.
 */
const monthAfter = (end: Instant): Instant => plus(end, days(30));
export const opensUntil = ({ order, linkUntil }: Omit<Linked, 'participant'>): Instant =>
  instant(Math.max(monthAfter(order.event.endTimestamp), linkUntil ?? 0));

/** The signed path of somebody's own page, for mails of the modules below. */
export const ownPagePath = (signer: Signer, person: LinkHolder, end: Instant): string =>
  signOwnPath(signer, ticketPath(person.id), person, monthAfter(end));

/** The signed address of what lies below somebody's own page. */
export const ownSubPath = (signer: Signer, ticket: Linked, below: string): string =>
  signOwnPath(signer, `${ticketPath(ticket.participant.id)}${below}`, ticket.participant, opensUntil(ticket));

export type TicketAddresses = { page: string; change: string; pdf: string; calendar: string; applePass: string };

/** Signed addresses of the person's own page, its form, the ticket's PDF, its calendar file and its pass for Apple Wallet. */
export function ticketAddresses(signer: Signer, ticket: Linked): TicketAddresses {
  const { participant } = ticket;
  const page = ticketPath(participant.id);
  const signed = (path: string) => signOwnPath(signer, path, participant, opensUntil(ticket));
  return {
    page: signed(page),
    change: signed(`${page}/change`),
    pdf: signed(ticketPdfPath(participant.id)),
    calendar: signed(`${page}/calendar`),
    applePass: signed(`${page}/wallet.pkpass`),
  };
}

/** The PDF alone, for a quarter of an hour (contract: downloadLink). */
export const ticketDownload = (signer: Signer, participant: LinkHolder, until: Instant): string =>
  signOwnPath(signer, ticketPdfPath(participant.id), participant, until);
