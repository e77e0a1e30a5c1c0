import type { Deps } from '#src/platform/http.ts';
import { renderMail } from '#src/platform/mail/frame.tsx';
import type { MailType } from '#src/platform/mailer.ts';
import { qrPng } from '#src/platform/qr.ts';
import { figureOf, nameOf, ticketAddresses, ticketOf, ticketWords } from './ticket.ts';
import { ticketCalendar, ticketPdf } from './ticket-paper.tsx';

/** The ticket by mail. When the order was canceled before it went out, there is nothing to send any more. */
export function checkinMailTypes(deps: Deps): MailType[] {
  return [
    {
      type: 'RegistrationConfirmation',
      async make(params, locale) {
        const ticket = await ticketOf(deps.read, deps.signer, Number(params.participantId));
        if (!ticket?.isValid) return null;
        const words = ticketWords(ticket, locale);
        const { order, participant, competition, teamName, organizer } = ticket;
        const { event } = order;
        const start = words.weekdayDateTime(competition.timestamp);
        const hasWallet = deps.config.appleWallet !== null || deps.config.googleWallet !== null;
        return renderMail(
          words.t('checkin.mail.subject', { event: event.title }),
          {
            lang: words.htmlLang,
            preheader: words.t('checkin.mail.preheader', { competition: competition.title, start }),
            brand: organizer?.whiteLabel ?? words.t('ui.product.name'),
            ...(organizer?.accentColor ? { accent: organizer.accentColor } : {}),
            blocks: [
              { kind: 'heading', text: words.t('checkin.mail.title') },
              {
                kind: 'bib',
                label: words.t(participant.rrBib ? 'documents.ticket.bib' : 'documents.ticket.participantNumber'),
                figure: figureOf(ticket),
                name: nameOf(ticket),
                lines: [
                  competition.title,
                  ...(teamName ? [words.t('checkin.scan.team', { name: teamName })] : []),
                  words.t('checkin.mail.code', { code: ticket.code }),
                ],
                qr: { inlineId: 'ticket-code', alt: words.t('mail.qr.alt') },
              },
              {
                kind: 'paragraph',
                text: words.t('checkin.mail.lead', { name: participant.firstName, event: event.title }),
              },
              {
                kind: 'facts',
                facts: [
                  { label: words.t('documents.ticket.start'), value: start },
                  ...(event.location === ''
                    ? []
                    : [{ label: words.t('documents.ticket.place'), value: event.location }]),
                  { label: words.t('documents.ticket.order'), value: order.orderNumber },
                ],
              },
              {
                kind: 'button',
                label: words.t('checkin.mail.button'),
                url: `${deps.config.publicUrl}${ticketAddresses(deps.signer, ticket).page}`,
              },
              ...(hasWallet ? [{ kind: 'hint' as const, text: words.t('wallets.mail') }] : []),
              { kind: 'hint', text: words.t('checkin.mail.attached') },
            ],
            footer: [
              words.t('mail.footer.participant', { event: event.title }),
              words.t('mail.footer.onBehalf', {
                platform: words.t('ui.product.name'),
                organizer: organizer?.name ?? words.t('ui.product.name'),
              }),
            ],
          },
          [
            { name: 'ticket.png', type: 'image/png', bytes: await qrPng(ticket.code), inlineId: 'ticket-code' },
            await ticketPdf(deps, ticket, locale),
            ticketCalendar(deps, ticket, locale),
          ],
        );
      },
    },
  ];
}
