import { askedMembers } from '#modules/member-lists/index.ts';
import { hours, plus } from '#src/kernel/time.ts';
import { renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { memberProofLink } from '../order/member-proof.ts';
import { signedOrderLink } from '../order/order-link.ts';
import { participantsOf } from '../people.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { wordsOfOrder } from '../words.ts';
import { buyerName, greeting, mailBodyOf, orderMail } from './mail-body.ts';
import { sampled } from './order-mails.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    /** To the owner of a listed address that somebody else entered. */
    MemberProof: { orderId: number; participantId: number };
    /** To the buyer: everybody agreed. */
    MemberConfirmed: { orderId: number };
  }
}

/** A discount by address that another buyer entered: the question to its owner, and the buyer's way on. */
export const memberMails = (deps: Deps): MailType[] => [
  mailType('MemberProof', {
    audience: 'participant',
    async make({ orderId, participantId }, locale) {
      const order = await orderOf(deps.read, orderId);
      const until = order?.memberProofUntil ?? null;
      if (order?.status !== 'pending' || until === null) return null;
      const ids = participantsOf(order).map(({ id }) => id);
      const asked = (await askedMembers(deps.read, ids)).find((each) => each.participantId === participantId);
      if (!asked || asked.provenAt !== null) return null;
      const words = wordsOfOrder(order, locale);
      return question(deps, order, words, memberProofLink(deps, orderId, asked, until), words.dateTime(until));
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, words) =>
        question(deps, order, words, deps.config.publicUrl, words.dateTime(plus(deps.clock(), hours(24)))),
      ),
  }),
  mailType('MemberConfirmed', {
    audience: 'buyer',
    async make({ orderId }, locale) {
      const order = await orderOf(deps.read, orderId);
      return order?.status === 'pending' ? confirmed(deps, order, wordsOfOrder(order, locale)) : null;
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, words) => confirmed(deps, order, words)),
  }),
];

/** The recipient may be a stranger, so the mail holds nothing that the buyer typed. */
function question(
  deps: Pick<Deps, 'config'>,
  order: OrderRecord,
  words: Translator,
  url: string,
  until: string,
): MailContent {
  const { t } = words;
  const values = { event: order.event.title, until };
  return renderMail(
    t('memberProof.mail.subject', values),
    mailBodyOf(deps.config, order, words, {
      preheader: t('memberProof.mail.preheader', values),
      blocks: [
        { kind: 'heading', text: t('memberProof.mail.title') },
        greeting(null, words),
        { kind: 'paragraph', text: t('memberProof.mail.text', values) },
        { kind: 'button', label: t('memberProof.mail.button'), url },
        { kind: 'hint', text: t('memberProof.mail.notYou', values) },
      ],
      why: t('memberProof.mail.why', values),
    }),
  );
}

function confirmed(
  deps: Pick<Deps, 'config' | 'signer' | 'clock'>,
  order: OrderRecord,
  words: Translator,
): MailContent {
  const { t } = words;
  const values = { event: order.event.title, until: order.expiresAt ? words.dateTime(order.expiresAt) : '' };
  const subject = t('memberProof.confirmed.subject', values);
  return orderMail(deps, order, words, { subject, preheader: t('memberProof.confirmed.preheader') }, [
    { kind: 'heading', text: t('memberProof.confirmed.title') },
    greeting(buyerName(order), words),
    { kind: 'paragraph', text: t('memberProof.confirmed.text', values) },
    ...(order.expiresAt ? [{ kind: 'hint' as const, text: t('memberProof.confirmed.until', values) }] : []),
    {
      kind: 'button',
      label: t('memberProof.confirmed.button'),
      url: `${deps.config.publicUrl}${signedOrderLink(deps, order)}`,
    },
  ]);
}
