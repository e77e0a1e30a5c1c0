import { catalogOf } from '#modules/events/index.ts';
import { calendarSequence, mainOrganizer, orderTranslator } from '#modules/orders/index.ts';
import { type CalendarEntry, calendarFile, calendarTypeOf } from '#src/documents/ics.ts';
import type { MailAttachment } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale } from '#src/texts/locale.ts';
import { voidTickets } from './mailed-tickets.ts';
import { nameOf, type Ticket, ticketAddresses, ticketTranslator } from './ticket.ts';

type CalendarDeps = Pick<Deps, 'read' | 'signer' | 'config' | 'clock'>;

const uidOf = ({ config }: Pick<Deps, 'config'>, participantId: number): string =>
  `participant-${participantId}@${new URL(config.publicUrl).hostname}`;

const fileOf = (
  deps: CalendarDeps,
  name: string,
  locale: Locale,
  method: 'PUBLISH' | 'CANCEL',
  entries: CalendarEntry[],
): MailAttachment => {
  const productId = `-//Startblock//Registration//${locale === 'de' ? 'DE' : 'EN'}`;
  const text = calendarFile({ productId, now: deps.clock(), method, entries });
  return { name, type: calendarTypeOf(method), bytes: new TextEncoder().encode(text) };
};

/** A calendar file with the start of each ticket's competition. Entries from an earlier file are updated. */
export async function ticketCalendar(
  deps: CalendarDeps,
  tickets: readonly [Ticket, ...Ticket[]],
  locale: Locale,
): Promise<MailAttachment> {
  const i18n = ticketTranslator(tickets[0], locale);
  const catalog = await catalogOf(deps.read, tickets[0].order.eventId);
  const placeOf = (id: number) => catalog?.competitions.find((each) => each.id === id)?.location;
  const entries: CalendarEntry[] = [];
  for (const ticket of tickets) {
    const { order, participant, competition } = ticket;
    const { event } = order;
    entries.push({
      uid: uidOf(deps, participant.id),
      sequence: await calendarSequence(deps.read, order),
      status: ticket.isValid ? 'confirmed' : 'canceled',
      timeZone: event.timeZone,
      start: competition.timestamp,
      end: event.endTimestamp > competition.timestamp ? event.endTimestamp : null,
      summary: i18n.t('checkin.calendar.summary', { competition: competition.title, event: event.title }),
      location: placeOf(competition.id) || event.location,
      description: i18n.t('checkin.ticket.title', { name: nameOf(ticket) }),
      url: `${deps.config.publicUrl}${ticketAddresses(deps.signer, ticket).page}`,
      reminder: i18n.t('checkin.calendar.reminder', { event: event.title }),
    });
  }
  const name = i18n.t('checkin.calendar.fileName', { participantId: tickets[0].participant.id });
  return fileOf(deps, name, locale, 'PUBLISH', entries);
}

/** A calendar file that removes the entries of these people. It contains no names, as the place may have a new holder. */
export async function cancellationCalendar(
  deps: CalendarDeps,
  order: Ticket['order'],
  participantIds: readonly number[],
  locale: Locale,
): Promise<MailAttachment> {
  const { event } = order;
  const i18n = orderTranslator(order, locale);
  const sequence = await calendarSequence(deps.read, order);
  const organizer = { name: mainOrganizer(order)?.name ?? event.title, email: deps.config.contactEmail };
  const startOf = (participantId: number) =>
    order.competitions.find(({ teams }) =>
      teams.some(({ participants }) => participants.some(({ id }) => id === participantId)),
    )?.timestamp ?? event.startTimestamp;
  const entries = participantIds.map((participantId): CalendarEntry => {
    const start = startOf(participantId);
    return {
      ...{ uid: uidOf(deps, participantId), sequence, status: 'canceled', timeZone: event.timeZone, organizer },
      ...{ start, end: event.endTimestamp > start ? event.endTimestamp : null },
      ...{ summary: event.title, location: event.location },
    };
  });
  const name = i18n.t('checkin.calendar.fileName', { participantId: participantIds[0] ?? 0 });
  return fileOf(deps, name, locale, 'CANCEL', entries);
}

/** Attachments of the mail about void tickets; empty if this address had no ticket. */
export async function cancellationCalendars(
  deps: CalendarDeps,
  order: Ticket['order'],
  address: string,
  locale: Locale,
): Promise<MailAttachment[]> {
  const voided = await voidTickets(deps.read, order, { isTold: true });
  const ids = voided.filter(({ recipient }) => recipient === address).map(({ participantId }) => participantId);
  return ids.length === 0 ? [] : [await cancellationCalendar(deps, order, ids, locale)];
}
