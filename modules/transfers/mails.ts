import { userById } from '#modules/accounts/index.ts';
import {
  buyerName,
  greeting,
  mailBodyOf,
  type OrderRecord,
  orderOf,
  orderTranslator,
  sampled,
  signedOrderLink,
} from '#modules/orders/index.ts';
import { cents } from '#src/kernel/money.ts';
import { days, plus } from '#src/kernel/time.ts';
import type { MailBlock } from '#src/mail/body.ts';
import { renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { offerPath, transferLink } from './links.ts';
import { placeOf } from './read-place.ts';
import { isForLinkHolder, type Transfer, transferOf } from './read-transfers.ts';
import type { PersonNews } from './send-offers.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    TransferOffered: { transferId: number };
    TransferApproved: { transferId: number };
    /** To the waiting-list entry whose turn it is; `version` of the link identifies the turn. */
    TransferTurn: { transferId: number; version: number };
    /** All waiting-list entries were asked: the holder gets the link. */
    TransferLineDone: { transferId: number };
    /** To the buyer: a participant asks to offer their place. */
    TransferAsked: { transferId: number };
    /** To the addressee: withdrawn or canceled. `isInLine`: it was their turn of the waiting list. */
    TransferGone: { transferId: number; isInLine: boolean };
    /** To the participant who asked. */
    TransferNews: { transferId: number; news: PersonNews };
    /** `end`: declined, refused, lapsed, withdrawn. */
    TransferEnded: { transferId: number; end: string };
    /** `goesBack`: cents. */
    TransferPassed: { transferId: number; goesBack: number };
  }
}

type MailDeps = Pick<Deps, 'config' | 'signer' | 'clock'>;
type About = Pick<Transfer, 'id' | 'participantId' | 'eventId' | 'until' | 'heldBy' | 'linkVersion' | 'lineUntil'> & {
  competition: string;
};

/** Mails to addressees and holders of offered places. */
export const transferMailTypes = (deps: Deps): MailType[] => [
  mailType('TransferOffered', {
    audience: 'buyer',
    make: ({ transferId }, locale) =>
      of(deps, transferId, locale, (order, i18n, about, { state }) =>
        // Not sent if withdrawn meanwhile.
        state === 'offered' ? offered(deps, order, i18n, about, 'offered') : null,
      ),
    sample: (eventId, locale) => sample(deps, eventId, locale, (...args) => offered(...args, 'offered')),
  }),
  mailType('TransferTurn', {
    audience: 'buyer',
    make: ({ transferId, version }, locale) =>
      of(deps, transferId, locale, (order, i18n, about, { state, linkVersion }) =>
        state === 'offered' && linkVersion === version ? offered(deps, order, i18n, about, 'turn') : null,
      ),
    sample: (eventId, locale) => sample(deps, eventId, locale, (...args) => offered(...args, 'turn')),
  }),
  mailType('TransferLineDone', {
    audience: 'buyer',
    make: ({ transferId }, locale) =>
      of(deps, transferId, locale, (order, i18n, about, transfer) =>
        isForLinkHolder(transfer) ? approved(deps, order, i18n, about, 'lineDone') : null,
      ),
    sample: (eventId, locale) => sample(deps, eventId, locale, (...args) => approved(...args, 'lineDone')),
  }),
  mailType('TransferApproved', {
    audience: 'buyer',
    make: ({ transferId }, locale) =>
      of(deps, transferId, locale, (order, i18n, about, { state }) =>
        state === 'offered' ? approved(deps, order, i18n, about, 'approved') : null,
      ),
    sample: (eventId, locale) => sample(deps, eventId, locale, (...args) => approved(...args, 'approved')),
  }),
  mailType('TransferAsked', {
    audience: 'buyer',
    make: ({ transferId }, locale) =>
      of(deps, transferId, locale, (order, i18n, about, { state }) =>
        state === 'asked' ? asked(deps, order, i18n, about) : null,
      ),
    sample: (eventId, locale) => sample(deps, eventId, locale, asked),
  }),
  mailType('TransferNews', {
    audience: 'buyer',
    make: ({ transferId, news: what }, locale) =>
      of(deps, transferId, locale, (order, i18n, about, { state }) =>
        // Not sent if withdrawn meanwhile.
        what === 'out' && state !== 'offered' ? null : news(deps, order, i18n, about, what),
      ),
    sample: (eventId, locale) => sample(deps, eventId, locale, (...args) => news(...args, 'out')),
  }),
  mailType('TransferGone', {
    audience: 'buyer',
    make: ({ transferId, isInLine }, locale) =>
      of(deps, transferId, locale, (order, i18n, about) => offerGone(deps, order, i18n, about, isInLine)),
    sample: (eventId, locale) => sample(deps, eventId, locale, (...args) => offerGone(...args, false)),
  }),
  mailType('TransferEnded', {
    audience: 'buyer',
    make: ({ transferId, end }, locale) =>
      of(deps, transferId, locale, (order, i18n, about) => ended(deps, order, i18n, about, end)),
    sample: (eventId, locale) => sample(deps, eventId, locale, (...args) => ended(...args, 'declined')),
  }),
  mailType('TransferPassed', {
    audience: 'buyer',
    make: ({ transferId, goesBack }, locale) =>
      of(deps, transferId, locale, async (order, i18n, about) => {
        const buyer = await userById(deps.read, order.userId);
        const attachments = buyer ? await deps.canceledCalendars(order, buyer.email, i18n.locale) : [];
        return { ...passed(deps, order, i18n, about, goesBack), attachments };
      }),
    sample: (eventId, locale) => sample(deps, eventId, locale, (...args) => passed(...args, 2500)),
  }),
];

async function of(
  deps: Deps,
  transferId: number,
  locale: string,
  make: (
    order: OrderRecord,
    i18n: Translator,
    about: About,
    transfer: Transfer,
  ) => MailContent | null | Promise<MailContent | null>,
): Promise<MailContent | null> {
  const transfer = await transferOf(deps.read, transferId);
  const order = transfer && (await orderOf(deps.read, transfer.fromOrderId));
  if (!transfer || !order) return null;
  const { fromOrderId, newOrderId, participantId } = transfer;
  const here = transfer.state === 'passed' ? (newOrderId ?? fromOrderId) : fromOrderId;
  const place = await placeOf(deps.read, { orderId: here, participantId }, deps.clock());
  const competition = place?.title ?? order.event.title;
  const i18n = orderTranslator(order, locale === 'de' ? 'de' : 'en-us');
  return make(order, i18n, { ...transfer, competition }, transfer);
}

const sample = (
  deps: Deps,
  eventId: number,
  locale: 'de' | 'en-us',
  make: (deps: MailDeps, order: OrderRecord, i18n: Translator, about: About) => MailContent,
) =>
  sampled(deps, eventId, locale, {}, async (order, i18n) =>
    make(deps, order, i18n, {
      ...{ id: 0, participantId: 0, eventId, linkVersion: 0, lineUntil: null, until: plus(deps.clock(), days(7)) },
      ...{ heldBy: buyerName(order) ?? order.orderNumber, competition: order.competitions[0]?.title ?? '' },
    }),
  );

type MailData = { key: string; name: string | null; blocks: MailBlock[]; why: string };

function mail(deps: MailDeps, order: OrderRecord, i18n: Translator, about: About, data: MailData): MailContent {
  const values = { name: about.heldBy, competition: about.competition, event: order.event.title };
  const t = (part: string) => i18n.t(`transfers.mail.${data.key}.${part}` as Parameters<Translator['t']>[0], values);
  return renderMail(
    t('subject'),
    mailBodyOf(deps.config, order, i18n, {
      preheader: t('preheader'),
      blocks: [
        { kind: 'heading', text: t('title') },
        greeting(data.name, i18n),
        { kind: 'paragraph', text: t('text') },
        ...data.blocks,
      ],
      why: data.why,
    }),
  );
}

function offered(
  deps: MailDeps,
  order: OrderRecord,
  i18n: Translator,
  about: About,
  key: 'offered' | 'turn',
): MailContent {
  const { t } = i18n;
  const start = order.competitions.find(({ title }) => title === about.competition)?.timestamp;
  const facts = [
    { label: t('transfers.fact.competition'), value: about.competition },
    ...(start ? [{ label: t('transfers.fact.start'), value: i18n.weekdayDateTime(start) }] : []),
    { label: t('transfers.fact.until'), value: i18n.dateTime(about.lineUntil ?? about.until) },
  ];
  return mail(deps, order, i18n, about, {
    key,
    name: null,
    blocks: [
      { kind: 'facts', facts },
      { kind: 'button', label: t('transfers.mail.offered.button'), url: linkOf(deps, about) },
      { kind: 'hint', text: t(`transfers.mail.${key}.hint`) },
    ],
    why: t(`transfers.mail.${key}.why`),
  });
}

function offerGone(deps: MailDeps, order: OrderRecord, i18n: Translator, about: About, isInLine: boolean): MailContent {
  const { t } = i18n;
  return mail(deps, order, i18n, about, {
    key: 'offerGone',
    name: null,
    blocks: isInLine ? [{ kind: 'hint', text: t('transfers.mail.offerGone.line') }] : [],
    why: t(isInLine ? 'transfers.mail.turn.why' : 'transfers.mail.offered.why'),
  });
}

const linkOf = ({ config, signer }: MailDeps, about: About): string =>
  `${config.publicUrl}${transferLink(signer, about)}`;

const toOrder = (deps: MailDeps, order: OrderRecord, { t }: Translator): MailBlock => ({
  kind: 'button',
  label: t('moves.mail.toOrder'),
  url: `${deps.config.publicUrl}${signedOrderLink(deps, order)}`,
});
const whyOrder = (order: OrderRecord, i18n: Translator) => i18n.t('mail.footer.order', { event: order.event.title });

function approved(
  deps: MailDeps,
  order: OrderRecord,
  i18n: Translator,
  about: About,
  key: 'approved' | 'lineDone',
): MailContent {
  const data = { key, name: buyerName(order), why: whyOrder(order, i18n) };
  // The link belongs to a waiting-list entry for now.
  if (about.lineUntil !== null) {
    const blocks: MailBlock[] = [
      { kind: 'hint', text: i18n.t('transfers.mail.approved.line') },
      toOrder(deps, order, i18n),
    ];
    return mail(deps, order, i18n, about, { ...data, blocks });
  }
  return mail(deps, order, i18n, about, {
    ...data,
    blocks: [
      { kind: 'facts', facts: [{ label: i18n.t('transfers.fact.until'), value: i18n.dateTime(about.until) }] },
      { kind: 'button', label: i18n.t('transfers.mail.approved.button'), url: linkOf(deps, about) },
      { kind: 'hint', text: i18n.t('transfers.mail.approved.hint') },
    ],
  });
}

function ended(deps: MailDeps, order: OrderRecord, i18n: Translator, about: About, end: string): MailContent {
  const key = end === 'declined' || end === 'refused' || end === 'withdrawn' ? end : 'lapsed';
  const blocks: MailBlock[] = [
    { kind: 'hint', text: i18n.t('transfers.mail.stays', { name: about.heldBy }) },
    toOrder(deps, order, i18n),
  ];
  return mail(deps, order, i18n, about, { key, name: buyerName(order), blocks, why: whyOrder(order, i18n) });
}

function asked(deps: MailDeps, order: OrderRecord, i18n: Translator, about: About): MailContent {
  return mail(deps, order, i18n, about, {
    key: 'asked',
    name: buyerName(order),
    blocks: [
      { kind: 'facts', facts: [{ label: i18n.t('transfers.fact.until'), value: i18n.dateTime(about.until) }] },
      {
        kind: 'button',
        label: i18n.t('transfers.mail.asked.button'),
        url: `${deps.config.publicUrl}${offerPath(order.id, about.participantId)}`,
      },
      { kind: 'hint', text: i18n.t('transfers.mail.asked.hint') },
    ],
    why: whyOrder(order, i18n),
  });
}

function news(deps: MailDeps, order: OrderRecord, i18n: Translator, about: About, what: PersonNews): MailContent {
  const link: MailBlock[] = [
    { kind: 'facts', facts: [{ label: i18n.t('transfers.fact.until'), value: i18n.dateTime(about.until) }] },
    { kind: 'button', label: i18n.t('transfers.mail.approved.button'), url: linkOf(deps, about) },
    { kind: 'hint', text: i18n.t('transfers.mail.approved.hint') },
  ];
  return mail(deps, order, i18n, about, {
    key: { out: 'agreed', no: 'no', over: 'over', passed: 'gone' }[what],
    name: about.heldBy,
    blocks: what === 'out' ? link : [],
    why: i18n.t('transfers.mail.news.why'),
  });
}

function passed(deps: MailDeps, order: OrderRecord, i18n: Translator, about: About, goesBack: number): MailContent {
  const amount = i18n.money(cents(goesBack));
  const text =
    goesBack > 0 ? i18n.t('transfers.mail.passed.back', { amount }) : i18n.t('transfers.mail.passed.nothing');
  return mail(deps, order, i18n, about, {
    key: 'passed',
    name: buyerName(order),
    blocks: [
      { kind: 'paragraph', text },
      { kind: 'hint', text: i18n.t('transfers.mail.passed.ticket') },
      toOrder(deps, order, i18n),
    ],
    why: whyOrder(order, i18n),
  });
}
