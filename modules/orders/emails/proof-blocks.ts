import type { MailBlock } from '#src/mail/frame.tsx';
import type { Deps } from '#src/runtime/deps.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { proofLink } from '../order/mailbox-proof.ts';
import { participantsOf } from '../people.ts';
import type { OrderRecord } from '../read.ts';
import { waitsForProof } from '../rules/order-state.ts';

/** Of a buyer who had only typed the address: the link that proves it, and what waits for that. Nobody else gets one. */
export async function proofBlocks(
  deps: Pick<Deps, 'read' | 'signer' | 'config' | 'clock'>,
  order: OrderRecord,
  i18n: Translator,
): Promise<MailBlock[]> {
  if (!order.awaitsProof) return [];
  return [
    {
      kind: 'paragraph',
      text: i18n.t(whatWaits(order), { until: order.expiresAt ? i18n.date(order.expiresAt) : '' }),
    },
    { kind: 'button', label: i18n.t('mailboxProof.mail.button'), url: await proofLink(deps, order) },
    { kind: 'hint', text: i18n.t('mailboxProof.mail.notYou') },
  ];
}

function whatWaits(order: OrderRecord): MessageKey {
  if (waitsForProof(order)) {
    const isWritten = participantsOf(order).some(({ email }) => email);
    return isWritten ? 'mailboxProof.mail.tickets' : 'mailboxProof.mail.ownTickets';
  }
  const hasOwnEnd = order.status === 'pending' && order.event.bankTransferHoldDays === null && order.expiresAt !== null;
  return hasOwnEnd ? 'mailboxProof.mail.transfer' : 'mailboxProof.mail.plain';
}
