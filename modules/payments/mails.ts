import {
  buyerName,
  greeting,
  mailBodyOf,
  mayMailGuest,
  type OrderRecord,
  orderOf,
  orderTranslator,
  proofBlocks,
  sampled,
  samplePending,
  sellerOf,
  signedOrderLink,
} from '#modules/orders/index.ts';
import { renderMail } from '#src/mail/frame.tsx';
import type { MailType } from '#src/mail/kinds.ts';
import { mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import {
  type BankTransfer,
  bankTransferOf,
  codeBlock,
  codeFile,
  sampleTransfer,
  transferFacts,
} from './bank-transfer.ts';
import { paidSoFar } from './pages/method-label.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    PaymentInAdvance: { orderId: number; isReminder?: boolean };
  }
}

/** Account, amount and reference of a transfer. Dropped when the order is paid or canceled meanwhile. */
export const paymentMailTypes = (deps: Deps): MailType[] => [
  mailType('PaymentInAdvance', {
    audience: 'buyer',
    async make(params, locale) {
      const order = await orderOf(deps.read, params.orderId);
      if (order?.status !== 'pending' || !deps.config.bank) return null;
      const transfer = await bankTransferOf(deps.read, deps.config.bank, order.id);
      if (!transfer) return null;
      const isReminder = params.isReminder === true;
      if (isReminder && !(await mayMailGuest(deps, order))) return null;
      const i18n = orderTranslator(order, locale);
      const { payments } = await deps.orderMoney(order);
      const paid = payments.map((payment) => paidSoFar(i18n, payment));
      return transferMail(deps, order, i18n, transfer, { isReminder, paid });
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, { ...samplePending(deps.clock()), paymentMethod: 'bank' }, (order, i18n) =>
        transferMail(deps, order, i18n, sampleTransfer(deps.config.bank, order), { isReminder: false, paid: [] }),
      ),
  }),
];

async function transferMail(
  deps: Pick<Deps, 'read' | 'signer' | 'config' | 'clock'>,
  order: OrderRecord,
  i18n: Translator,
  transfer: BankTransfer,
  { isReminder, paid }: { isReminder: boolean; paid: readonly string[] },
): Promise<MailContent> {
  const { t } = i18n;
  const amount = i18n.money(transfer.totalPrice);
  const facts = [
    ...transferFacts(transfer, i18n),
    ...(order.expiresAt === null
      ? []
      : [{ label: t('payments.transfer.dueLabel'), value: i18n.weekdayDate(order.expiresAt) }]),
    { label: t('ownOrder.mail.seller'), value: sellerOf(order, i18n) },
  ];
  const kind = isReminder ? 'payments.reminder' : 'payments.mail';
  return renderMail(
    t(`${kind}.subject`, { amount, event: order.event.title }),
    mailBodyOf(deps.config, order, i18n, {
      preheader: t('payments.mail.preheader', { reference: transfer.reference }),
      blocks: [
        { kind: 'heading', text: t(`${kind}.title`, { amount }) },
        greeting(buyerName(order), i18n),
        {
          kind: 'paragraph',
          text: t(`${kind}.lead`, { orderNumber: order.orderNumber, event: order.event.title }),
        },
        ...paid.map((text) => ({ kind: 'paragraph' as const, text })),
        { kind: 'facts', facts },
        { kind: 'hint', text: t('payments.transfer.referenceHint') },
        codeBlock(i18n),
        { kind: 'paragraph', text: t('payments.mail.next') },
        ...(order.expiresAt === null
          ? []
          : [{ kind: 'hint' as const, text: t('ownOrder.mail.transferLate', { until: i18n.date(order.expiresAt) }) }]),
        {
          kind: 'button',
          label: t('payments.mail.button'),
          url: `${deps.config.publicUrl}${signedOrderLink(deps, order)}`,
        },
        ...(await proofBlocks(deps, order, i18n)),
      ],
      why: t('mail.footer.order', { event: order.event.title }),
    }),
    [await codeFile(transfer)],
  );
}
