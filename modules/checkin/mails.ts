import { userById } from '#modules/accounts/index.ts';
import {
  buyerName,
  greeting,
  mailBodyOf,
  mainOrganizer,
  type OrderRecord,
  orderOf,
  participantStates,
  peopleOf,
  sampled,
  sellerOf,
} from '#modules/orders/index.ts';
import { editableUntil } from '#modules/orders/rules/buyer-changes.ts';
import { qrPng } from '#src/documents/qr.ts';
import { present } from '#src/kernel/assert.ts';
import { type MailBlock, renderMail } from '#src/mail/frame.tsx';
import type { MailType } from '#src/mail/kinds.ts';
import { mailType } from '#src/mail/kinds.ts';
import type { MailAttachment, MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { manyTicketsMail, type TicketReader } from './many-tickets-mail.ts';
import { contactOf, newsMailTypes } from './news-mails.ts';
import {
  mayChangeByLink,
  nameOf,
  type Ticket,
  ticketAddresses,
  ticketAlone,
  ticketsOf,
  ticketTranslator,
} from './ticket.ts';
import { ticketCalendar } from './ticket-calendar.ts';
import { ticketPdf } from './ticket-pdf.ts';

type MailedTicketParams = { participantId: number; linkVersion?: number };
declare module '#src/mail/kinds.ts' {
  interface MailParams {
    /** `others`: people of the order with the same address. `isPassedOn`: sent to the buyer instead. */
    RegistrationConfirmation: MailedTicketParams & { others?: MailedTicketParams[]; isPassedOn?: boolean };
    OldChangelink: { participantId: number };
  }
}

export const checkinMailTypes = (deps: Deps): MailType[] => [
  mailType('RegistrationConfirmation', {
    audience: 'participant',
    async make({ others = [], isPassedOn = false, ...one }, locale) {
      const [first, ...rest] = await ticketsInForce(deps, [one, ...others]);
      if (!first) return null;
      const i18n = ticketTranslator(first, locale);
      const buyer = await userById(deps.read, first.order.userId);
      const reader = { buyer: buyer?.email ?? null, isPassedOn };
      if (rest.length > 0) return manyTicketsMail(deps, [first, ...rest], i18n, reader);
      return ticketMail(deps, first, i18n, reader, [
        await ticketPdf(deps, first),
        await ticketCalendar(deps, [first], locale),
      ]);
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, (order, i18n) =>
        ticketMail(deps, ticketOfNobody(order, i18n), i18n, { buyer: null, isPassedOn: false }),
      ),
  }),
  mailType('OldChangelink', {
    audience: 'participant',
    async make(params, locale) {
      const ticket = await ticketAlone(deps.read, deps.signer, params.participantId);
      if (!ticket) return null;
      const { order, participant } = ticket;
      const { id: number, email } = participant;
      return linkReplaced(deps, order, { number, hasOther: email !== null }, ticketTranslator(ticket, locale));
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, (order, i18n) =>
        linkReplaced(deps, order, { number: 123, hasOther: true }, i18n),
      ),
  }),
  ...newsMailTypes(deps),
];

/** Without tickets that were canceled or got another address before the mail was sent. */
async function ticketsInForce({ read, signer }: Deps, mailed: readonly MailedTicketParams[]): Promise<Ticket[]> {
  const versions = new Map(mailed.map(({ participantId, linkVersion = 0 }) => [participantId, linkVersion]));
  const isNow = ({ isValid, participant }: Ticket): boolean =>
    isValid && participant.linkVersion === versions.get(participant.id);
  const [first] = mailed;
  if (first && mailed.length === 1) {
    const ticket = await ticketAlone(read, signer, first.participantId);
    return ticket && isNow(ticket) ? [ticket] : [];
  }
  const states = [...(await participantStates(read, [...versions.keys()]))].filter(([, { live }]) => live);
  const [one] = states;
  const order = one && (await orderOf(read, one[1].orderId));
  const live = new Set(states.map(([id]) => id));
  return order ? ticketsOf(order, signer).filter((ticket) => live.has(ticket.participant.id) && isNow(ticket)) : [];
}

/** The code is marked as a sample, so that no gate accepts it. */
function ticketOfNobody(order: OrderRecord, i18n: Translator): Ticket {
  const { person: participant, competition, team } = present(peopleOf(order)[0], 'a sample has somebody in it');
  const { teamName } = team;
  const code = i18n.t('documents.ticket.sample');
  const organizer = mainOrganizer(order);
  return { order, participant, competition, teamName, organizer, code, isValid: true, isCanceled: false };
}

async function ticketMail(
  deps: Deps,
  ticket: Ticket,
  i18n: Translator,
  { buyer: buyerEmail, isPassedOn }: TicketReader,
  files: MailAttachment[] = [],
): Promise<MailContent> {
  const { t } = i18n;
  const { order, participant, competition, teamName } = ticket;
  const { event } = order;
  const start = i18n.weekdayDateTime(competition.timestamp);
  const hasWallet = deps.config.appleWallet !== null || deps.config.googleWallet !== null;
  const addresses = ticketAddresses(deps.signer, ticket);
  const mayChange = mayChangeByLink(ticket, deps.clock());
  const buyer = buyerName(order);
  const isBuyer = buyerEmail === participant.email;
  // The buyer gets it for this person and passes it on.
  const passedOn = participant.email === null || isPassedOn ? nameOf(ticket) : null;
  return renderMail(
    t('checkin.mail.subject', { event: event.title }),
    mailBodyOf(deps.config, order, i18n, {
      preheader: t('checkin.mail.preheader', { competition: competition.title, start }),
      blocks: [
        {
          kind: 'heading',
          text: passedOn === null ? t('checkin.mail.title') : t('checkin.mail.titleOther', { name: passedOn }),
        },
        {
          kind: 'bib',
          ...(participant.rrBib === null
            ? { label: competition.title }
            : { label: t('documents.ticket.bib'), figure: participant.rrBib }),
          name: nameOf(ticket),
          lines: [
            ...(participant.rrBib === null ? [] : [competition.title]),
            ...(teamName ? [t('checkin.scan.team', { name: teamName })] : []),
            t('checkin.mail.code', { code: ticket.code }),
          ],
          qr: { inlineId: 'ticket-code', alt: t('mail.qr.alt') },
        },
        greeting(passedOn === null ? nameOf(ticket) : buyer, i18n),
        {
          kind: 'paragraph',
          text:
            passedOn === null
              ? t('checkin.mail.lead', { event: event.title })
              : t('checkin.mail.leadOther', { event: event.title, name: passedOn }),
        },
        {
          kind: 'facts',
          facts: [
            { label: t('documents.ticket.start'), value: start },
            ...(event.location === '' ? [] : [{ label: t('documents.ticket.place'), value: event.location }]),
            { label: t('documents.ticket.order'), value: order.orderNumber },
          ],
        },
        { kind: 'button', label: t('checkin.mail.button'), url: `${deps.config.publicUrl}${addresses.page}` },
        ...(hasWallet ? [{ kind: 'hint' as const, text: t('wallets.mail') }] : []),
        { kind: 'hint', text: t('checkin.mail.attached') },
        ...changeLinks(ticket, mayChange ? `${deps.config.publicUrl}${addresses.change}` : null, i18n),
        {
          kind: 'hint',
          text:
            passedOn !== null
              ? t(isPassedOn ? 'checkin.mail.passOn' : 'ownPage.mail.withoutAddress', { name: passedOn })
              : isBuyer
                ? t('ownPage.mail.bySelf')
                : buyer
                  ? t('ownPage.mail.byOther', { buyer })
                  : t('ownPage.mail.bySomebody'),
        },
        ...(isBuyer || passedOn !== null ? [] : [{ kind: 'hint' as const, text: t('ownPage.mail.noticeOther') }]),
        {
          kind: 'hint',
          text: t('ownPage.mail.notice', {
            organizer: sellerOf(order, i18n),
            url: `${deps.config.publicUrl}/data-protection`,
          }),
        },
      ],
      why: t(passedOn === null ? 'mail.footer.participant' : 'mail.footer.order', { event: event.title }),
    }),
    [{ name: 'ticket.png', type: 'image/png', bytes: await qrPng(ticket.code), inlineId: 'ticket-code' }, ...files],
  );
}

/** Links to change the data: here, and at the timing system once it has a page. */
function changeLinks({ order, participant }: Ticket, own: string | null, i18n: Translator): MailBlock[] {
  if (order.event.noChangelink) return [];
  const { rrChangelink } = participant;
  return [
    ...(own === null
      ? []
      : ([
          { kind: 'hint', text: i18n.t('ownPage.mail.changeUntil', { until: i18n.dateTime(editableUntil(order)) }) },
          { kind: 'button', label: i18n.t('ownPage.mail.change'), url: own },
        ] satisfies MailBlock[])),
    ...(rrChangelink ? [{ kind: 'button' as const, label: i18n.t('ownPage.mail.timing'), url: rrChangelink }] : []),
  ];
}

/** Sent to the previous address; does not name the new holder. */
async function linkReplaced(
  deps: Pick<Deps, 'config' | 'read'>,
  order: OrderRecord,
  ticket: { number: number; hasOther: boolean },
  i18n: Translator,
): Promise<MailContent> {
  const { t } = i18n;
  const event = order.event.title;
  const organizer = await contactOf(deps, order);
  return renderMail(
    t('ownPage.old.subject', { event }),
    mailBodyOf(deps.config, order, i18n, {
      preheader: t('ownPage.old.preheader'),
      blocks: [
        { kind: 'heading', text: t('ownPage.old.title') },
        greeting(null, i18n),
        {
          kind: 'paragraph',
          text: t('ownPage.old.text', {
            number: ticket.number,
            event,
            hasOther: ticket.hasOther ? 'yes' : 'no',
          }),
        },
        { kind: 'hint', text: t('ownPage.old.notYou', { organizer }) },
      ],
      why: t('ownPage.old.why', { event }),
    }),
  );
}
