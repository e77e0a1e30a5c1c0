import { pendingMembers } from '#modules/member-lists/index.ts';
import { hours, plus } from '#src/kernel/time.ts';
import { renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { orderTranslator } from '../assemble-orders.ts';
import { memberProofLink } from '../order/member-proof.ts';
import { signedOrderLink } from '../order/paths.ts';
import { participantsOf } from '../people.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { buyerName, greeting, mailBodyOf, orderMail } from './mail-body.ts';
import { sampled } from './order-mails.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    /** To the owner of a listed address that another buyer entered. */
    MemberProof: { orderId: number; participantId: number };
    MemberConfirmed: { orderId: number };
  }
}

/** Mails about discounts by email address: the question to the address's owner, and the result to the buyer. */
export const memberMails = (deps: Deps): MailType[] => [
  mailType('MemberProof', {
    audience: 'participant',
    async make({ orderId, participantId }, locale) {
      const order = await orderOf(deps.read, orderId);
      const until = order?.memberProofUntil ?? null;
      if (order?.status !== 'pending' || until === null) return null;
      const ids = participantsOf(order).map(({ id }) => id);
      const pending = (await pendingMembers(deps.read, ids)).find((each) => each.participantId === participantId);
      if (!pending || pending.provenAt !== null) return null;
      const i18n = orderTranslator(order, locale);
      return question(deps, order, i18n, memberProofLink(deps, orderId, pending, until), i18n.dateTime(until));
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) =>
        question(deps, order, i18n, deps.config.publicUrl, i18n.dateTime(plus(deps.clock(), hours(24)))),
      ),
  }),
  mailType('MemberConfirmed', {
    audience: 'buyer',
    async make({ orderId }, locale) {
      const order = await orderOf(deps.read, orderId);
      return order?.status === 'pending' ? confirmed(deps, order, orderTranslator(order, locale)) : null;
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) => confirmed(deps, order, i18n)),
  }),
];

/** The recipient may be a stranger, so the mail contains nothing the buyer typed. */
function question(
  deps: Pick<Deps, 'config'>,
  order: OrderRecord,
  i18n: Translator,
  url: string,
  until: string,
): MailContent {
  const { t } = i18n;
  const values = { event: order.event.title, until };
  return renderMail(
    t('memberProof.mail.subject', values),
    mailBodyOf(deps.config, order, i18n, {
      preheader: t('memberProof.mail.preheader', values),
      blocks: [
        { kind: 'heading', text: t('memberProof.mail.title') },
        greeting(null, i18n),
        { kind: 'paragraph', text: t('memberProof.mail.text', values) },
        { kind: 'button', label: t('memberProof.mail.button'), url },
        { kind: 'hint', text: t('memberProof.mail.notYou', values) },
      ],
      why: t('memberProof.mail.why', values),
    }),
  );
}

function confirmed(deps: Pick<Deps, 'config' | 'signer' | 'clock'>, order: OrderRecord, i18n: Translator): MailContent {
  const { t } = i18n;
  const values = { event: order.event.title, until: order.expiresAt ? i18n.dateTime(order.expiresAt) : '' };
  const subject = t('memberProof.confirmed.subject', values);
  return orderMail(deps, order, i18n, { subject, preheader: t('memberProof.confirmed.preheader') }, [
    { kind: 'heading', text: t('memberProof.confirmed.title') },
    greeting(buyerName(order), i18n),
    { kind: 'paragraph', text: t('memberProof.confirmed.text', values) },
    ...(order.expiresAt ? [{ kind: 'hint' as const, text: t('memberProof.confirmed.until', values) }] : []),
    {
      kind: 'button',
      label: t('memberProof.confirmed.button'),
      url: `${deps.config.publicUrl}${signedOrderLink(deps, order)}`,
    },
  ]);
}

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    OrderHandedOver: { orderId: number; formerBuyerId: number };
  }
}

/** Tells the former buyer's address that the order moved, without naming the new buyer. */
export const handedOverMail = (deps: Deps): MailType =>
  mailType('OrderHandedOver', {
    audience: 'buyer',
    async make(params, locale) {
      const order = await orderOf(deps.read, params.orderId);
      if (!order || order.userId === params.formerBuyerId) return null;
      return handedOver(deps, order, orderTranslator(order, locale));
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) => handedOver(deps, order, i18n)),
  });

function handedOver(deps: Pick<Deps, 'config'>, order: OrderRecord, i18n: Translator): MailContent {
  const values = { event: order.event.title, orderNumber: order.orderNumber };
  const about = {
    subject: i18n.t('handedOver.mail.subject', values),
    preheader: i18n.t('handedOver.mail.preheader', values),
  };
  return orderMail(deps, order, i18n, about, [
    { kind: 'heading', text: i18n.t('handedOver.mail.title') },
    // The order's name may already be the new buyer's.
    greeting(null, i18n),
    { kind: 'paragraph', text: i18n.t('handedOver.mail.text', values) },
    { kind: 'hint', text: i18n.t('handedOver.mail.object') },
  ]);
}
