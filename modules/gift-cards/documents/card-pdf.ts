import { type Organizer, organizerById } from '#modules/organizers/index.ts';
import { contactLines } from '#modules/organizers/rules/address.ts';
import { pdfResponse, renderDocument } from '#src/documents/document.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { RequestedBy } from '#src/runtime/processes/drawer.ts';
import { defaultTimeZone, type Translator, translatorFor } from '#src/texts/locale.ts';
import { accentOnPaper } from '#src/ui/theme.ts';
import { balancePath } from '../links.ts';
import { formatCardCode } from '../rules/card.ts';
import { refuse } from '../rules/problems.ts';
import type { GiftCard } from '../schema.ts';

export const cardFileName = ({ id }: GiftCard, { t }: Translator): string =>
  `${t('giftCards.paper.file', { number: String(id) })}.pdf`;

export const howToPay = ({ t }: Translator): string =>
  t('giftCards.mail.card.how', { way: t('payments.method.giftcard') });

export function cardPdf(
  { fonts, config }: Pick<Deps, 'fonts' | 'config'>,
  { card, seller }: { card: GiftCard; seller: Organizer },
  i18n: Translator,
  by: RequestedBy,
): Promise<Uint8Array<ArrayBuffer>> {
  const { t } = i18n;
  const name = seller.whiteLabel ?? seller.name;
  const { accent, accentInk } = accentOnPaper(seller.accentColor);
  const data = {
    language: i18n.htmlLang,
    title: t('giftCards.paper.title'),
    author: name,
    accent,
    'accent-ink': accentInk,
    organizer: name,
    amount: i18n.money(card.amount),
    message: card.message,
    code: { label: t('giftCards.mail.card.code'), code: formatCardCode(card.code) },
    facts: [
      ...(card.recipientName ? [{ label: t('giftCards.paper.for'), value: card.recipientName }] : []),
      ...(card.buyerName ? [{ label: t('giftCards.paper.from'), value: card.buyerName }] : []),
      ...(card.validUntil === null
        ? []
        : [{ label: t('giftCards.fact.until'), value: i18n.date(card.validUntil - 1) }]),
    ],
    how: [
      t('giftCards.paper.where', { organizer: seller.name, address: config.publicUrl }),
      howToPay(i18n),
      t('giftCards.paper.rest', { address: `${config.publicUrl}${balancePath(seller.id)}` }),
      t('giftCards.mail.card.hint'),
    ],
    foot: [[seller.name, ...contactLines(seller)].join(' · ')],
  };
  return renderDocument(fonts, { template: 'modules/gift-cards/documents/card.typ', data }, by);
}

/**
 * The card as PDF in its own language. @throws Problem NOT_FOUND before it is issued, because its code pays nothing yet
 */
export async function cardResponse(
  deps: Pick<Deps, 'read' | 'fonts' | 'config'>,
  card: GiftCard,
  by: RequestedBy,
): Promise<Response> {
  const seller = card.issuedAt === null ? null : await organizerById(deps.read, card.organizerId);
  if (!seller) return refuse('NOT_FOUND');
  const i18n = translatorFor(card.language, 'standard', defaultTimeZone);
  return pdfResponse(await cardPdf(deps, { card, seller }, i18n, by), cardFileName(card, i18n));
}
