import { eq } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { organizerById } from '#modules/organizers/index.ts';
import type { Work } from '#src/data/work.ts';
import { formatIban } from '#src/kernel/iban.ts';
import { cents } from '#src/kernel/money.ts';
import { type MailBlock, renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { defaultTimeZone, type Locale, translatorFor } from '#src/texts/locale.ts';
import { cardFileName, cardPdf, howToPay } from '../documents/card-pdf.ts';
import { balancePath, cardPath, cardReference } from '../links.ts';
import { formatCardCode } from '../rules/card.ts';
import { type GiftCard, giftCardMoves, giftCards } from '../schema.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    /** The card itself; `to`: buyer or recipient. */
    GiftCard: { cardId: number; to: 'buyer' | 'recipient' };
    /** How to pay an ordered card; `to` the organizer: which transfer to expect. */
    GiftCardOrdered: { cardId: number; to?: 'organizer' };
  }
}

/**
 * Mails the card to the recipient, now or on the chosen day, else to the buyer.
 * A buyer who is not the recipient gets a confirmation without the code.
 */
export async function sendCard(work: Work, card: GiftCard, again: { editorId: number } | null = null): Promise<void> {
  const { tx, now } = work;
  const to = card.recipientEmail === null ? 'buyer' : 'recipient';
  const recipient = card.recipientEmail ?? card.buyerEmail;
  if (recipient === null) return;
  if (!again && to === 'recipient' && card.buyerEmail !== null) await post(work, card, 'buyer', card.buyerEmail);
  if (!again && to === 'recipient' && card.sendAt !== null && card.sendAt > now) return;
  const { id: cardId } = card;
  await post(work, card, to, recipient, again ? `|${now}` : '');
  await tx.update(giftCards).set({ sentAt: now }).where(eq(giftCards.id, cardId));
  await tx.insert(giftCardMoves).values({
    ...{ cardId, kind: 'sent' as const, amount: cents(0), createdAt: now },
    editorId: again?.editorId ?? null,
  });
}

const post = (work: Work, { id, language }: GiftCard, to: 'buyer' | 'recipient', recipient: string, time = '') =>
  work.post({
    type: 'GiftCard',
    uniqueKey: `GiftCard|${id}|${to}${time}`,
    recipient,
    locale: language,
    params: { cardId: id, to },
  });

/** Tells the buyer where to pay, and the organizer which transfer to expect. */
export async function postOrderMails(work: Work, card: GiftCard, seller: { email: string | null }): Promise<void> {
  const { id: cardId, language: locale, buyerEmail } = card;
  const type = 'GiftCardOrdered';
  const mail = { type, uniqueKey: `GiftCardOrdered|${cardId}`, locale } as const;
  if (buyerEmail !== null) await work.post({ ...mail, recipient: buyerEmail, params: { cardId } });
  if (seller.email !== null)
    await work.post({
      ...mail,
      uniqueKey: `GiftCardOrdered|${cardId}|organizer`,
      recipient: seller.email,
      params: { cardId, to: 'organizer' },
    });
}

type MailDeps = Pick<Deps, 'read' | 'config' | 'clock' | 'fonts'>;
type Kind = 'card' | 'gone' | 'ordered' | 'asked';
type Seller = NonNullable<Awaited<ReturnType<typeof organizerById>>>;

async function renderCardMail(
  deps: MailDeps,
  kind: Kind,
  card: GiftCard,
  seller: Seller,
  locale: Locale,
): Promise<MailContent> {
  const { config } = deps;
  const i18n = translatorFor(locale, 'standard', defaultTimeZone);
  const { t } = i18n;
  const brand = seller.whiteLabel ?? seller.name;
  const values = {
    organizer: seller.name,
    amount: i18n.money(card.amount),
    rest: i18n.money(card.rest),
    buyer: card.buyerName,
    recipient: card.recipientName || (card.recipientEmail ?? ''),
    until: card.validUntil === null ? '' : i18n.date(card.validUntil - 1),
    message: card.message,
    day: card.sendAt === null ? '' : i18n.date(card.sendAt),
  };
  // The right of withdrawal is for distance contracts, so it does not apply to cards sold by staff.
  const withdrawal: MailBlock[] =
    card.createdBy === null
      ? [{ kind: 'hint', text: t('giftCards.withdrawal', { contact: seller.email ?? seller.name }) }]
      : [];
  const isGiven = card.recipientEmail !== null && card.buyerName !== '';
  const blocks: Record<Kind, MailBlock[]> = {
    card: [
      { kind: 'paragraph', text: t(isGiven ? 'giftCards.mail.card.given' : 'giftCards.mail.card.text', values) },
      ...(card.message ? [{ kind: 'paragraph' as const, text: t('giftCards.mail.card.message', values) }] : []),
      { kind: 'code', label: t('giftCards.mail.card.code', values), code: formatCardCode(card.code) },
      {
        kind: 'facts',
        facts: [
          { label: t('giftCards.fact.amount'), value: values.amount },
          { label: t('giftCards.fact.until'), value: values.until },
          { label: t('giftCards.fact.organizer'), value: seller.name },
        ],
      },
      { kind: 'paragraph', text: howToPay(i18n) },
      {
        kind: 'button',
        label: t('giftCards.mail.card.button'),
        url: `${config.publicUrl}${balancePath(seller.id)}`,
      },
      { kind: 'hint', text: t('giftCards.mail.card.hint') },
      ...(isGiven ? [] : withdrawal),
    ],
    gone: [
      {
        kind: 'paragraph',
        text: t(
          card.sentAt === null && card.sendAt !== null ? 'giftCards.mail.gone.later' : 'giftCards.mail.gone.text',
          values,
        ),
      },
      ...withdrawal,
    ],
    ordered: [
      { kind: 'paragraph', text: t('giftCards.mail.ordered.text', values) },
      {
        kind: 'facts',
        facts: [
          { label: t('payments.transfer.payee'), value: seller.name },
          ...(seller.iban ? [{ label: t('payments.transfer.iban'), value: formatIban(seller.iban) }] : []),
          ...(seller.bic ? [{ label: t('payments.transfer.bic'), value: seller.bic }] : []),
          { label: t('payments.transfer.amount'), value: values.amount },
          { label: t('payments.transfer.reference'), value: cardReference(card) },
        ],
      },
      { kind: 'hint', text: t('giftCards.mail.ordered.hint', values) },
      ...withdrawal,
    ],
    asked: [
      { kind: 'paragraph', text: t('giftCards.mail.asked.text', values) },
      {
        kind: 'facts',
        facts: [
          { label: t('payments.transfer.amount'), value: values.amount },
          { label: t('payments.transfer.reference'), value: cardReference(card) },
          { label: t('giftCards.column.buyer'), value: card.buyerName },
        ],
      },
      { kind: 'button', label: t('giftCards.mail.asked.button'), url: `${config.publicUrl}${cardPath(card)}` },
    ],
  };
  const papers =
    kind === 'card'
      ? [
          {
            name: cardFileName(card, i18n),
            type: 'application/pdf',
            bytes: await cardPdf(deps, { card, seller }, i18n, null),
          },
        ]
      : [];
  return renderMail(
    t(`giftCards.mail.${kind}.subject`, values),
    {
      lang: i18n.htmlLang,
      preheader: t(`giftCards.mail.${kind}.preheader`, values),
      brand,
      ...(seller.accentColor ? { accent: seller.accentColor } : {}),
      blocks: [{ kind: 'heading', text: t(`giftCards.mail.${kind}.title`, values) }, ...blocks[kind]],
      footer: [t(`giftCards.mail.${kind}.why`, values), brand, config.publicUrl],
    },
    papers,
  );
}

/** null when the card's state no longer fits the mail. */
async function renderIfCurrent(
  deps: MailDeps,
  cardId: number,
  locale: Locale,
  kindOf: (card: GiftCard) => Kind | null,
): Promise<MailContent | null> {
  const [card] = await deps.read.select().from(giftCards).where(eq(giftCards.id, cardId));
  const kind = card ? kindOf(card) : null;
  const seller = card && kind ? await organizerById(deps.read, card.organizerId) : null;
  return card && kind && seller ? renderCardMail(deps, kind, card, seller, locale) : null;
}

async function sample(deps: MailDeps, kind: Kind, eventId: number, locale: Locale): Promise<MailContent | null> {
  const catalog = await catalogOf(deps.read, eventId);
  const main = catalog?.organizers.find(({ isMain }) => isMain);
  const seller = main ? await organizerById(deps.read, main.id) : null;
  if (!seller) return null;
  const i18n = translatorFor(locale);
  const now = deps.clock();
  const card: GiftCard = {
    ...{ id: 1, organizerId: seller.id, code: '3479CDFHJKMNPQRT', amount: cents(5000), rest: cents(5000), years: 3 },
    ...{ language: locale, buyerName: i18n.t('giftCards.sample.buyer'), buyerEmail: null },
    ...{ recipientName: i18n.t('giftCards.sample.recipient'), recipientEmail: 'x', message: '' },
    ...{ sendAt: null, sentAt: now, createdAt: now, createdBy: null, issuedAt: now, validUntil: now },
    ...{ blockedAt: null, droppedAt: null },
  };
  return renderCardMail(deps, kind, card, seller, locale);
}

export const giftCardMailTypes = (deps: Deps): MailType[] => [
  mailType('GiftCard', {
    audience: 'buyer',
    make: ({ cardId, to }, locale) =>
      renderIfCurrent(deps, cardId, locale, ({ issuedAt, recipientEmail }) =>
        issuedAt === null ? null : to === 'buyer' && recipientEmail !== null ? 'gone' : 'card',
      ),
    sample: (eventId, locale) => sample(deps, 'card', eventId, locale),
  }),
  mailType('GiftCardOrdered', {
    audience: 'buyer',
    make: ({ cardId, to }, locale) =>
      renderIfCurrent(deps, cardId, locale, ({ issuedAt, droppedAt }) =>
        issuedAt !== null || droppedAt !== null ? null : to === 'organizer' ? 'asked' : 'ordered',
      ),
    sample: (eventId, locale) => sample(deps, 'ordered', eventId, locale),
  }),
];
