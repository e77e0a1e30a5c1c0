import { holdsWebAddress } from '#modules/accounts/rules/web-address.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import type { Config } from '#src/config/config.ts';
import { type MailBlock, type MailBody, renderMail } from '#src/mail/frame.tsx';
import type { MailAttachment, MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { type BrandedOrder, brandOf, mainOrganizer, sellerOf } from '../assemble-orders.ts';
import { proofLink } from '../order/mailbox-proof.ts';
import { participantsOf } from '../people.ts';
import type { OrderRecord } from '../read.ts';
import { waitsForProof } from '../rules/order-state.ts';

/** Six digits in any script are a telephone number, not a name. */
const isAdvertisement = (name: string): boolean =>
  holdsWebAddress(name) || (name.normalize('NFKC').match(/\p{N}/gu) ?? []).length >= 6;

/** `Hallo Anna Gruber,`; without a usable name no name. */
export function greeting(name: string | null | undefined, i18n: Translator): MailBlock {
  const trimmed = name?.trim();
  return {
    kind: 'paragraph',
    text:
      trimmed && !isAdvertisement(trimmed)
        ? i18n.t('mail.greeting', { name: trimmed })
        : i18n.t('mail.greeting.unnamed'),
  };
}

export function buyerName({ contactAddress }: Pick<OrderRecord, 'contactAddress'>): string | null {
  return [contactAddress?.firstName, contactAddress?.lastName].filter((part) => part?.trim()).join(' ') || null;
}

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

/** For a buyer with an unproven address: the proof link and what waits for it. Empty for all others. */
export async function proofBlocks(
  deps: Pick<Deps, 'read' | 'signer' | 'config' | 'clock'>,
  order: OrderRecord,
  i18n: Translator,
): Promise<MailBlock[]> {
  if (!order.awaitsProof) return [];
  return [
    {
      kind: 'paragraph',
      text: i18n.t(waitingKey(order), { until: order.expiresAt ? i18n.date(order.expiresAt) : '' }),
    },
    { kind: 'button', label: i18n.t('mailboxProof.mail.button'), url: await proofLink(deps, order) },
    { kind: 'hint', text: i18n.t('mailboxProof.mail.notYou') },
  ];
}

function waitingKey(order: OrderRecord): MessageKey {
  if (waitsForProof(order)) {
    const isWritten = participantsOf(order).some(({ email }) => email);
    return isWritten ? 'mailboxProof.mail.tickets' : 'mailboxProof.mail.ownTickets';
  }
  const hasOwnEnd = order.status === 'pending' && order.event.bankTransferHoldDays === null && order.expiresAt !== null;
  return hasOwnEnd ? 'mailboxProof.mail.transfer' : 'mailboxProof.mail.plain';
}
