import { and, inArray } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { type StartFacts, startFacts } from '#modules/events/rules/facts.ts';
import { greeting, mailBodyOf, mainOrganizer, type OrderRecord, orderOf, sampled } from '#modules/orders/index.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { mails } from '#src/data/schema.ts';
import { type MailFact, renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailAttachment, MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { mayHaveArrived } from './mailed-tickets.ts';
import { nameOf, type Ticket, ticketAddresses, ticketAlone, ticketTranslator } from './ticket.ts';
import { cancellationCalendar, ticketCalendar } from './ticket-calendar.ts';

type Reason = 'canceled' | 'replaced';
declare module '#src/mail/kinds.ts' {
  interface MailParams {
    /** `mailIds`: the mails that brought the tickets. */
    TicketVoid: { orderId: number; participantIds: number[]; reason: Reason; mailIds?: number[] };
    TicketChanged: { participantIds: number[]; before: StartFacts };
  }
}

export const newsMailTypes = (deps: Deps): MailType[] => [
  mailType('TicketVoid', {
    audience: 'participant',
    async make({ orderId, participantIds, reason, mailIds }, locale) {
      const order = await orderOf(deps.read, orderId);
      // The mail with the ticket may have been dropped.
      if (!order || (mailIds && !(await haveArrived(deps.read, mailIds)))) return null;
      const i18n = ticketTranslator({ order }, locale);
      return ticketVoid(deps, order, i18n, { participantIds, reason }, [
        await cancellationCalendar(deps, order, participantIds, locale),
      ]);
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, (order, i18n) =>
        ticketVoid(deps, order, i18n, { participantIds: [123], reason: 'canceled' }),
      ),
  }),
  mailType('TicketChanged', {
    audience: 'participant',
    async make({ participantIds, before }, locale) {
      const found = await Promise.all(participantIds.map((id) => ticketAlone(deps.read, deps.signer, id)));
      const [first, ...rest] = found.filter((ticket): ticket is Ticket => ticket?.isValid === true);
      if (!first) return null;
      const tickets: [Ticket, ...Ticket[]] = [first, ...rest];
      const catalog = await catalogOf(deps.read, first.order.eventId);
      const facts = catalog ? changedFacts(tickets, before, startFacts(catalog), ticketTranslator(first, locale)) : [];
      // Changed back before the mail was sent.
      if (facts.length === 0) return null;
      return ticketChanged(deps, first.order, ticketTranslator(first, locale), { tickets, facts }, [
        await ticketCalendar(deps, tickets, locale),
      ]);
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) => {
        const [competition] = order.competitions;
        const value = i18n.weekdayDateTime(competition?.timestamp ?? order.event.startTimestamp);
        const facts = [{ label: competition?.title ?? order.event.title, value }];
        return ticketChanged(deps, order, i18n, { tickets: [], facts });
      }),
  }),
];

const haveArrived = async (reader: Deps['read'], mailIds: readonly number[]): Promise<boolean> =>
  (
    await reader
      .select({ id: mails.id })
      .from(mails)
      .where(and(inArray(mails.id, [...mailIds]), mayHaveArrived()))
      .limit(1)
  ).length > 0;

export async function contactOf(deps: Pick<Deps, 'config' | 'read'>, order: OrderRecord): Promise<string> {
  const main = mainOrganizer(order);
  const organizer = main ? await organizerById(deps.read, main.id) : null;
  return organizer?.email ?? deps.config.contactEmail;
}

/** Does not name the new holder of the place. */
async function ticketVoid(
  deps: Pick<Deps, 'config' | 'read'>,
  order: OrderRecord,
  i18n: Translator,
  { participantIds, reason }: { participantIds: readonly number[]; reason: Reason },
  files: MailAttachment[] = [],
): Promise<MailContent> {
  const { t } = i18n;
  const values = { event: order.event.title, count: participantIds.length, numbers: participantIds.join(', ') };
  return renderMail(
    t('ticketNews.void.subject', values),
    mailBodyOf(deps.config, order, i18n, {
      preheader: t('ticketNews.void.preheader', values),
      blocks: [
        { kind: 'heading', text: t('ticketNews.void.title', values) },
        greeting(null, i18n),
        { kind: 'paragraph', text: t(`ticketNews.void.${reason}`, values) },
        { kind: 'hint', text: t('ticketNews.void.calendar') },
        { kind: 'hint', text: t('ticketNews.void.questions', { organizer: await contactOf(deps, order) }) },
      ],
      why: t('ticketNews.why', values),
    }),
    files,
  );
}

function changedFacts(tickets: readonly Ticket[], before: StartFacts, now: StartFacts, i18n: Translator): MailFact[] {
  const { t } = i18n;
  const facts = new Map<string, string>();
  const note = (label: string, is: string, was: string) => {
    if (is !== was) facts.set(label, was === '' ? is : t('ticketNews.changed.value', { now: is, before: was }));
  };
  const open = t('ticketNews.changed.noPlace');
  for (const { competition } of tickets) {
    const was = before.competitions.find(({ id }) => id === competition.id);
    const is = now.competitions.find(({ id }) => id === competition.id);
    if (!was || !is) continue;
    const values = { competition: competition.title };
    note(t('ticketNews.changed.start', values), i18n.weekdayDateTime(is.start), i18n.weekdayDateTime(was.start));
    note(t('ticketNews.changed.place', values), is.place || open, was.place);
  }
  note(t('ticketNews.changed.eventStart'), i18n.weekdayDateTime(now.start), i18n.weekdayDateTime(before.start));
  return [...facts].map(([label, value]) => ({ label, value }));
}

function ticketChanged(
  deps: Pick<Deps, 'config' | 'signer'>,
  order: OrderRecord,
  i18n: Translator,
  { tickets, facts }: { tickets: readonly Ticket[]; facts: MailFact[] },
  files: MailAttachment[] = [],
): MailContent {
  const { t } = i18n;
  const values = { event: order.event.title };
  return renderMail(
    t('ticketNews.changed.subject', values),
    mailBodyOf(deps.config, order, i18n, {
      preheader: t('ticketNews.changed.preheader', values),
      blocks: [
        { kind: 'heading', text: t('ticketNews.changed.title', values) },
        greeting(tickets.length === 1 && tickets[0] ? nameOf(tickets[0]) : null, i18n),
        { kind: 'paragraph', text: t('ticketNews.changed.text', values) },
        { kind: 'facts', facts },
        ...tickets.map((ticket) => ({
          kind: 'button' as const,
          label: t('ticketNews.changed.ticket', { name: nameOf(ticket) }),
          url: `${deps.config.publicUrl}${ticketAddresses(deps.signer, ticket).page}`,
        })),
        { kind: 'hint', text: t('ticketNews.changed.calendar') },
      ],
      why: t('ticketNews.why', values),
    }),
    files,
  );
}
