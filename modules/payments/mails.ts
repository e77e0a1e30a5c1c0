import { orderOf } from '#modules/orders/index.ts';
import { formatIban } from '#src/kernel/iban.ts';
import type { Deps } from '#src/platform/http.ts';
import { wordsFor } from '#src/platform/locale.ts';
import { renderMail } from '#src/platform/mail/frame.tsx';
import type { MailType } from '#src/platform/mailer.ts';
import { bankTransferOf, paymentCodePng } from './bank-transfer-of.ts';
import { bankTransferPath } from './paths.ts';

/** Account, amount and reference of an open transfer. Not sent any more when the order was paid or canceled meanwhile. */
export function paymentMailTypes(deps: Deps): MailType[] {
  return [
    {
      type: 'PaymentInAdvance',
      async make(params, locale) {
        const order = await orderOf(deps.read, Number(params.orderId));
        if (order?.status !== 'pending' || !deps.config.bank) return null;
        const transfer = await bankTransferOf(deps.read, deps.config.bank, order.id);
        if (!transfer) return null;
        const wording = order.event.useAlternateTranslation ? 'packages' : 'standard';
        const words = wordsFor(locale, wording, order.event.timeZone);
        const organizer = order.organizers.find((candidate) => candidate.isMain) ?? order.organizers[0];
        const amount = words.money(transfer.totalPrice);
        const facts = [
          { label: words.t('payments.transfer.payee'), value: transfer.payee },
          { label: words.t('payments.transfer.iban'), value: formatIban(transfer.iban) },
          ...(transfer.bic ? [{ label: words.t('payments.transfer.bic'), value: transfer.bic }] : []),
          { label: words.t('payments.transfer.amount'), value: amount },
          { label: words.t('payments.transfer.reference'), value: transfer.reference },
          ...(order.expiresAt === null
            ? []
            : [{ label: words.t('payments.transfer.dueLabel'), value: words.weekdayDate(order.expiresAt) }]),
        ];
        const isReminder = params.isReminder === true;
        return renderMail(
          words.t(isReminder ? 'payments.reminder.subject' : 'payments.mail.subject', {
            amount,
            event: order.event.title,
          }),
          {
            lang: words.htmlLang,
            preheader: words.t('payments.mail.preheader', { reference: transfer.reference }),
            brand: organizer?.whiteLabel ?? words.t('ui.product.name'),
            ...(organizer?.accentColor ? { accent: organizer.accentColor } : {}),
            blocks: [
              {
                kind: 'heading',
                text: words.t(isReminder ? 'payments.reminder.title' : 'payments.mail.title', { amount }),
              },
              {
                kind: 'paragraph',
                text: words.t(isReminder ? 'payments.reminder.lead' : 'payments.mail.lead', {
                  orderNumber: order.orderNumber,
                  event: order.event.title,
                }),
              },
              { kind: 'facts', facts },
              { kind: 'hint', text: words.t('payments.transfer.referenceHint') },
              { kind: 'picture', inlineId: 'payment-code', alt: words.t('mail.qr.payment.alt'), width: 220 },
              { kind: 'paragraph', text: words.t('payments.mail.next') },
              {
                kind: 'button',
                label: words.t('payments.mail.button'),
                url: `${deps.config.publicUrl}${bankTransferPath(order.id)}`,
              },
            ],
            footer: [
              words.t('mail.footer.order', { event: order.event.title }),
              words.t('mail.footer.onBehalf', {
                platform: words.t('ui.product.name'),
                organizer: organizer?.name ?? words.t('ui.product.name'),
              }),
            ],
          },
          [
            {
              name: 'payment.png',
              type: 'image/png',
              bytes: await paymentCodePng(transfer),
              inlineId: 'payment-code',
            },
          ],
        );
      },
    },
  ];
}
