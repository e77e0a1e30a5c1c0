import { buyerName, greeting, mailBodyOf, sellerOf } from '#modules/orders/index.ts';
import { editableUntil } from '#modules/orders/rules/buyer-changes.ts';
import { qrPng } from '#src/documents/qr.ts';
import { type MailBlock, renderMail } from '#src/mail/frame.tsx';
import type { MailAttachment, MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { mayChangeByLink, nameOf, type Ticket, ticketAddresses } from './ticket.ts';
import { ticketCalendar } from './ticket-calendar.ts';
import { ticketPdf } from './ticket-pdf.ts';

/** Above this number each ticket is a link only. */
const maxAttachedTickets = 10;

type Tickets = readonly [Ticket, ...Ticket[]];

/** `buyer`: the buyer's address. `isPassedOn`: sent to the buyer instead of the participants. */
export type TicketReader = { buyer: string | null; isPassedOn: boolean };

export async function manyTicketsMail(
  deps: Deps,
  tickets: Tickets,
  i18n: Translator,
  { buyer, isPassedOn }: TicketReader,
): Promise<MailContent> {
  const { t } = i18n;
  const [first] = tickets;
  const { order } = first;
  const { event } = order;
  const isWhole = tickets.length <= maxAttachedTickets;
  const values = { count: tickets.length, event: event.title };
  const isToBuyer = isPassedOn || tickets.every(({ participant: { email } }) => email === null || email === buyer);
  const by = buyerName(order);
  const hasWallet = deps.config.appleWallet !== null || deps.config.googleWallet !== null;
  const hint = (text: string): MailBlock => ({ kind: 'hint', text });
  const pageOf = (ticket: Ticket) => `${deps.config.publicUrl}${ticketAddresses(deps.signer, ticket).page}`;
  return renderMail(
    t('checkin.mail.many.subject', values),
    mailBodyOf(deps.config, order, i18n, {
      preheader: t('checkin.mail.many.preheader', { names: tickets.slice(0, 3).map(nameOf).join(', '), ...values }),
      blocks: [
        { kind: 'heading', text: t('checkin.mail.many.title', values) },
        greeting(isToBuyer ? by : null, i18n),
        { kind: 'paragraph', text: t('checkin.mail.many.lead', values) },
        {
          kind: 'facts',
          facts: [
            ...starts(tickets, i18n),
            ...(event.location === '' ? [] : [{ label: t('documents.ticket.place'), value: event.location }]),
            { label: t('documents.ticket.order'), value: order.orderNumber },
          ],
        },
        ...(isWhole
          ? tickets.flatMap((ticket) => wholeTicket(ticket, pageOf(ticket), i18n))
          : [
              {
                kind: 'links' as const,
                links: tickets.map((ticket) => ({ label: nameOf(ticket), url: pageOf(ticket) })),
              },
            ]),
        ...(hasWallet ? [hint(t('wallets.mail'))] : []),
        hint(t(isWhole ? 'checkin.mail.many.attached' : 'checkin.mail.many.byLink', values)),
        ...(tickets.some((ticket) => mayChangeByLink(ticket, deps.clock()))
          ? [hint(t('checkin.mail.many.change', { until: i18n.dateTime(editableUntil(order)) }))]
          : []),
        ...(isPassedOn ? [hint(t('checkin.mail.many.passOn'))] : []),
        hint(isToBuyer ? t('checkin.mail.many.toBuyer') : t('checkin.mail.many.toOther', { by: by ?? 'none' })),
        ...(isToBuyer ? [] : [hint(t('ownPage.mail.noticeOther'))]),
        hint(
          t('ownPage.mail.notice', {
            organizer: sellerOf(order, i18n),
            url: `${deps.config.publicUrl}/data-protection`,
          }),
        ),
      ],
      why: t(isToBuyer ? 'mail.footer.order' : 'mail.footer.participant', { event: event.title }),
    }),
    isWhole ? await filesOf(deps, tickets, i18n) : [],
  );
}

const inlineIdOf = ({ participant: { id } }: Ticket): string => `ticket-code-${id}`;

const starts = (tickets: Tickets, i18n: Translator) =>
  [...new Map(tickets.map(({ competition }) => [competition.id, competition])).values()].map(
    ({ title, timestamp }) => ({ label: title, value: i18n.weekdayDateTime(timestamp) }),
  );

function wholeTicket(ticket: Ticket, page: string, i18n: Translator): MailBlock[] {
  const { t } = i18n;
  const { participant, competition, teamName, code } = ticket;
  const name = nameOf(ticket);
  return [
    {
      kind: 'bib',
      ...(participant.rrBib === null
        ? { label: competition.title }
        : { label: t('documents.ticket.bib'), figure: participant.rrBib }),
      name,
      lines: [
        ...(participant.rrBib === null ? [] : [competition.title]),
        ...(teamName ? [t('checkin.scan.team', { name: teamName })] : []),
        t('checkin.mail.code', { code }),
      ],
      qr: { inlineId: inlineIdOf(ticket), alt: t('mail.qr.alt') },
    },
    { kind: 'button', label: t('checkin.mail.many.button', { name }), url: page },
  ];
}

async function filesOf(deps: Deps, tickets: Tickets, i18n: Translator): Promise<MailAttachment[]> {
  const files: MailAttachment[] = [];
  for (const ticket of tickets) {
    const bytes = await qrPng(ticket.code);
    files.push({ name: `ticket-${ticket.participant.id}.png`, type: 'image/png', bytes, inlineId: inlineIdOf(ticket) });
  }
  for (const ticket of tickets) files.push(await ticketPdf(deps, ticket));
  return [...files, await ticketCalendar(deps, tickets, i18n.locale)];
}
