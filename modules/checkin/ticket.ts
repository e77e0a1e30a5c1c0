import {
  mainOrganizer,
  mayChangePerson,
  type OrderRecord,
  orderOf,
  orderOfOne,
  orderTranslator,
  type ParticipantRecord,
  participantForTicket,
  peopleOf,
} from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Signer } from '#src/access/signer.ts';
import { signVersioned } from '#src/access/versioned-links.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { present } from '#src/kernel/assert.ts';
import { days, type Instant, instant, plus } from '#src/kernel/time.ts';
import type { Locale, Translator } from '#src/texts/locale.ts';
import { ticketCodeOf } from './ticket-mac.ts';

/** The version invalidates links sent to a previous address. */
type LinkHolder = Pick<ParticipantRecord, 'id' | 'linkVersion'>;

const signOwnPath = (signer: Signer, path: string, { linkVersion }: LinkHolder, until: Instant): string =>
  signVersioned(signer, path, linkVersion, until);

export type Ticket = {
  order: OrderRecord;
  participant: ParticipantRecord;
  competition: { id: number; title: string; timestamp: Instant };
  teamName: string | null;
  organizer: OrderRecord['organizers'][number] | null;
  code: string;
  /** Paid and not canceled. */
  isValid: boolean;
  isCanceled: boolean;
  /** Expiry of the link that opened it, where known. */
  linkUntil?: Instant;
};
type Linked = Pick<Ticket, 'order' | 'participant' | 'linkUntil'>;

export const ticketOf = (reader: Reader | Tx, signer: Signer, participantId: number): Promise<Ticket | null> =>
  ticketIn(reader, signer, participantId, orderOf);

/** Without the other people of the order: writing 500 tickets of one order must not read it 500 times. */
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

/** An event may forbid changes. */
export const mayChangeByLink = ({ order, isCanceled }: Ticket, now: Instant): boolean =>
  !order.event.noChangelink && !isCanceled && mayChangePerson(order, now).may;

/** Translator with the event's time zone and wording. */
export const ticketTranslator = ({ order }: Pick<Ticket, 'order'>, locale: Locale): Translator =>
  orderTranslator(order, locale);

const ticketPath = (participantId: number): string => `/tickets/${participantId}`;
const ticketPdfPath = (participantId: number): string => `/tickets/${participantId}/pdf`;

/** The link of a mail is valid until a month after the event, that of a later mailing until a month after it. */
const monthAfter = (end: Instant): Instant => plus(end, days(30));
export const opensUntil = ({ order, linkUntil }: Omit<Linked, 'participant'>): Instant =>
  instant(Math.max(monthAfter(order.event.endTimestamp), linkUntil ?? 0));

export const ownPagePath = (signer: Signer, person: LinkHolder, end: Instant): string =>
  signOwnPath(signer, ticketPath(person.id), person, monthAfter(end));

export const ownSubPath = (signer: Signer, ticket: Linked, below: string): string =>
  signOwnPath(signer, `${ticketPath(ticket.participant.id)}${below}`, ticket.participant, opensUntil(ticket));

export type TicketAddresses = { page: string; change: string; pdf: string; calendar: string; applePass: string };

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

/** PDF link, valid for 15 minutes (contract: downloadLink). */
export const ticketDownload = (signer: Signer, participant: LinkHolder, until: Instant): string =>
  signOwnPath(signer, ticketPdfPath(participant.id), participant, until);
