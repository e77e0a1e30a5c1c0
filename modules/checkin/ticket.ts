import type { OrderRecord, ParticipantRecord } from '#modules/orders/index.ts';
import { orderOf, participantForTicket } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { present } from '#src/kernel/assert.ts';
import { days, type Instant, instant } from '#src/kernel/time.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { type Locale, type Words, wordsFor } from '#src/platform/locale.ts';
import type { Signer } from '#src/platform/signer.ts';
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
};

/** Null when there is no such participant. */
export async function ticketOf(reader: Reader | Tx, signer: Signer, participantId: number): Promise<Ticket | null> {
  const found = await participantForTicket(reader, participantId);
  if (!found) return null;
  const order = present(await orderOf(reader, found.orderId), 'a participant has an order');
  const ticket = ticketsOf(order, signer).find(({ participant }) => participant.id === participantId);
  return ticket ? { ...ticket, isValid: ticket.isValid && found.live } : null;
}

/** The tickets of everybody in an order, who are all live while it is. */
export const ticketsOf = (order: OrderRecord, signer: Signer): Ticket[] =>
  order.competitions.flatMap((competition) =>
    competition.teams.flatMap(({ teamName, participants }) =>
      participants.map((participant) => ({
        order,
        participant,
        competition,
        teamName,
        organizer: order.organizers.find((candidate) => candidate.isMain) ?? order.organizers[0] ?? null,
        code: ticketCodeOf(signer, order.event.id, participant.id),
        isValid: isPaidStatus(order.status),
      })),
    ),
  );

export const nameOf = ({ participant }: { participant: Pick<ParticipantRecord, 'firstName' | 'lastName'> }): string =>
  `${participant.firstName} ${participant.lastName}`;

/** The bib number once there is one, until then the participant's own number. */
export const figureOf = ({ participant }: { participant: Pick<ParticipantRecord, 'id' | 'rrBib'> }): string =>
  participant.rrBib ?? String(participant.id);

/** The words of a ticket: the event's zone and wording. */
export const ticketWords = ({ order }: Ticket, locale: Locale): Words =>
  wordsFor(locale, order.event.useAlternateTranslation ? 'packages' : 'standard', order.event.timeZone);

const ticketPath = (participantId: number): string => `/tickets/${participantId}`;
const ticketPdfPath = (participantId: number): string => `/tickets/${participantId}/pdf`;
const applePassPath = (participantId: number): string => `/tickets/${participantId}/wallet.pkpass`;
const ticketCalendarPath = (participantId: number): string => `/tickets/${participantId}/calendar`;

/** Who has the mail has the ticket: its page opens without a login until a month after the event. */
const opensUntil = ({ order }: Ticket): Instant => instant(order.event.endTimestamp + days(30));

export type TicketAddresses = { page: string; pdf: string; calendar: string; applePass: string };

/** Signed addresses of the ticket's page, its PDF, its calendar file and its pass for Apple Wallet. */
export function ticketAddresses(signer: Signer, ticket: Ticket): TicketAddresses {
  const until = opensUntil(ticket);
  const { id } = ticket.participant;
  return {
    page: signer.signPath(ticketPath(id), until),
    pdf: signer.signPath(ticketPdfPath(id), until),
    calendar: signer.signPath(ticketCalendarPath(id), until),
    applePass: signer.signPath(applePassPath(id), until),
  };
}

/** The PDF alone, for a quarter of an hour (contract: downloadLink). */
export const ticketDownload = (signer: Signer, participantId: number, until: Instant): string =>
  signer.signPath(ticketPdfPath(participantId), until);
