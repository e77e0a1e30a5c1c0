import { holdsWebAddress } from '#modules/accounts/rules/web-address.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import type { Config } from '#src/config/config.ts';
import { type MailBlock, type MailBody, renderMail } from '#src/mail/frame.tsx';
import type { MailAttachment, MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { OrderRecord } from '../read.ts';
import { type BrandedOrder, brandOf, mainOrganizer, sellerOf } from '../words.ts';

/** Six digits are a telephone number and no name, whatever stands between them and whatever script they are of. */
const isAdvertisement = (name: string): boolean =>
  holdsWebAddress(name) || (name.normalize('NFKC').match(/\p{N}/gu) ?? []).length >= 6;

/** `Hallo Anna Gruber,`; without a name nobody is guessed, and what advertises is no name. */
export function greeting(name: string | null | undefined, i18n: Translator): MailBlock {
  const known = name?.trim();
  return {
    kind: 'paragraph',
    text: known && !isAdvertisement(known) ? i18n.t('mail.greeting', { name: known }) : i18n.t('mail.greeting.unnamed'),
  };
}

/** The buyer as the contact address calls them; null while nobody said. */
export function buyerName({ contactAddress }: Pick<OrderRecord, 'contactAddress'>): string | null {
  return [contactAddress?.firstName, contactAddress?.lastName].filter((part) => part?.trim()).join(' ') || null;
}

/** A mail about an order or somebody in it, in the frame of its event: brand, colour, closing, and why it comes. */
export function mailBodyOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  order: BrandedOrder,
  i18n: Translator,
  mail: { preheader: string; blocks: MailBlock[]; why: string },
): MailBody {
  const brand = brandOf(order, i18n);
  const seller = sellerOf(order, i18n);
  const accent = whiteLabelOf(order)?.accent ?? mainOrganizer(order)?.accentColor;
  return {
    lang: i18n.htmlLang,
    preheader: mail.preheader,
    brand,
    ...(accent ? { accent } : {}),
    blocks: [...mail.blocks, { kind: 'paragraph', text: i18n.t('mail.closing', { organizer: seller }) }],
    footer: [mail.why, i18n.t('mail.footer.onBehalf', { platform: brand, organizer: seller }), publicUrl],
  };
}

/** A mail to the buyer, who gets it because of that order. */
export const orderMail = (
  deps: Pick<Deps, 'config'>,
  order: BrandedOrder,
  i18n: Translator,
  about: { subject: string; preheader: string },
  blocks: MailBlock[],
  attachments?: MailAttachment[],
): MailContent => {
  const why = i18n.t('mail.footer.order', { event: order.event.title });
  return renderMail(about.subject, mailBodyOf(deps.config, order, i18n, { ...about, blocks, why }), attachments);
};
