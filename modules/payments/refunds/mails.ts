import {
  buyerName,
  greeting,
  mailBodyOf,
  type OrderRecord,
  orderOf,
  orderTranslator,
  refundSentence,
  sampled,
  sampleRefundedMoney,
  signedOrderLink,
} from '#modules/orders/index.ts';
import type { OrderMoney } from '#modules/orders/rules/order-money.ts';
import { cents } from '#src/kernel/money.ts';
import { type MailBlock, renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { mailedAccountPath } from './own-account.ts';

type Refund = OrderMoney['refunds'][number];
type OfRefund = { orderId: number; refundId: number };

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    RefundAccount: OfRefund;
    RefundSent: OfRefund;
  }
}

export const refundMailTypes = (deps: Deps): MailType[] => [
  mailType('RefundAccount', {
    audience: 'buyer',
    make: (params, locale) =>
      about(deps, params, locale, (order, i18n, { way, status, iban, amount }) =>
        way === 'transfer' && status === 'pending' && iban === null
          ? write(deps, order, i18n, { kind: 'account', amount: i18n.money(amount) })
          : null,
      ),
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, (order, i18n) =>
        write(deps, order, i18n, { kind: 'account', amount: i18n.money(order.totalPrice) }),
      ),
  }),
  mailType('RefundSent', {
    audience: 'buyer',
    make: (params, locale) =>
      about(deps, params, locale, (order, i18n, refund) =>
        refund.status === 'completed' ? sent(deps, order, i18n, refund) : null,
      ),
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) => {
        const priced = { ...order, totalPrice: cents(Math.max(1, order.totalPrice)) };
        const [refund] = sampleRefundedMoney(priced).refunds;
        return refund ? sent(deps, order, i18n, { ...refund, status: 'completed', settledAt: deps.clock() }) : null;
      }),
  }),
];

async function about(
  deps: Deps,
  { orderId, refundId }: OfRefund,
  locale: Parameters<typeof orderTranslator>[1],
  make: (order: OrderRecord, i18n: Translator, refund: Refund) => Promise<MailContent> | null,
): Promise<MailContent | null> {
  const order = await orderOf(deps.read, orderId);
  const refund = order && (await deps.orderMoney(order)).refunds.find(({ id }) => id === refundId);
  return refund ? make(order, orderTranslator(order, locale), refund) : null;
}

const sent = (deps: Deps, order: OrderRecord, i18n: Translator, refund: Refund): Promise<MailContent> =>
  write(deps, order, i18n, {
    kind: refund.way === 'giftcard' ? 'onCard' : 'sent',
    amount: i18n.money(refund.amount),
    sentence: refundSentence(refund, i18n.in(order.event.timeZone)),
  });

type MailData = { kind: 'account' | 'sent' | 'onCard'; amount: string; sentence?: string };

async function write(deps: Deps, order: OrderRecord, i18n: Translator, data: MailData): Promise<MailContent> {
  const { t } = i18n;
  const values = { amount: data.amount, orderNumber: order.orderNumber, event: order.event.title };
  const key = `refunds.mail.${data.kind}` as const;
  const asks = data.kind === 'account';
  const path = asks ? mailedAccountPath(deps.signer, order) : signedOrderLink(deps, order);
  const blocks: MailBlock[] = [
    { kind: 'heading', text: t(`${key}.heading`) },
    greeting(buyerName(order), i18n),
    { kind: 'paragraph', text: t(`${key}.text`, values) },
    ...(data.sentence ? [{ kind: 'paragraph' as const, text: data.sentence }] : []),
    {
      kind: 'button',
      label: t(asks ? 'refunds.mail.account.button' : 'orders.mail.toOrder'),
      url: `${deps.config.publicUrl}${path}`,
    },
    ...(asks ? [{ kind: 'hint' as const, text: t('refunds.mail.account.hint') }] : []),
  ];
  const preheader = t(`${key}.preheader`, values);
  const why = t('mail.footer.order', { event: order.event.title });
  return renderMail(t(`${key}.subject`, values), mailBodyOf(deps.config, order, i18n, { preheader, blocks, why }));
}
