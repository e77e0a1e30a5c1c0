import {
  buyerName,
  greeting,
  mailBodyOf,
  type OrderRecord,
  orderOf,
  orderTranslator,
  signedOrderLink,
} from '#modules/orders/index.ts';
import { visibleStatus } from '#modules/orders/rules/order-state.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import type { MailBlock } from '#src/mail/body.ts';
import { renderMail } from '#src/mail/frame.tsx';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale, MessageKey, Translator } from '#src/texts/locale.ts';
import {
  type BankTransfer,
  bankTransferOf,
  codeBlock,
  codeFile,
  sampleTransfer,
  transferFacts,
} from './bank-transfer-of.ts';
import { paymentPath } from './paths.ts';

/** What a buyer is told when the total of their order changed. */
export type NewTotal = {
  /** Change of the total, negative for a reduction; the open part of it, and the refund. */
  difference: Cents;
  open: Cents;
  /** Billed to a company. */
  onAccount: Cents;
  goesBack: Cents;
  /** Payment instructions for the rest. */
  transfer: BankTransfer | null;
};
/** Reason of the change: `words` is the locale section with subject, title, preheader and lead. */
export type Why = {
  words: 'moves.mail' | 'additions.mail.added' | 'additions.mail.takenOff';
  values: Record<string, string | number>;
  hint?: string | null;
};

type Making = Pick<Deps, 'config' | 'signer' | 'clock' | 'read' | 'orderMoney'>;

/** The order, its translator, and its current money; null when there is nothing more to tell. */
export async function newTotalOf(
  deps: Making,
  { orderId, difference, goesBack }: { orderId: number; difference: Cents; goesBack: Cents },
  locale: Locale,
): Promise<{ order: OrderRecord; i18n: Translator; total: NewTotal } | null> {
  const order = await orderOf(deps.read, orderId);
  if (!order || order.status === 'canceled') return null;
  const money = await deps.orderMoney(order);
  const isOnAccount = visibleStatus(order) === 'onAccount';
  // Nothing to pay for the buyer.
  const open = isOnAccount ? zeroCents : money.open;
  const onAccount = isOnAccount ? money.open : zeroCents;
  const { bank } = deps.config;
  const isTransferable = open > 0 && bank && order.event.paymentInAdvancePossible;
  const transfer = isTransferable ? await bankTransferOf(deps.read, bank, order.id) : null;
  return { order, i18n: orderTranslator(order, locale), total: { difference, open, onAccount, goesBack, transfer } };
}

/** For a sample order with this increase. */
export const sampleTotal = (deps: Pick<Deps, 'config'>, order: OrderRecord, grown: Cents): NewTotal => ({
  ...{ difference: grown, open: grown, onAccount: zeroCents, goesBack: zeroCents },
  transfer: { ...sampleTransfer(deps.config.bank, order), totalPrice: grown },
});

export async function newTotalMail(
  deps: Pick<Deps, 'config' | 'signer' | 'clock'>,
  order: OrderRecord,
  i18n: Translator,
  total: NewTotal,
  why: Why,
): Promise<MailContent> {
  const { open, transfer } = total;
  const values = { ...why.values, event: order.event.title, orderNumber: order.orderNumber };
  const say = (part: 'subject' | 'title' | 'preheader' | 'lead') =>
    i18n.t(`${why.words}.${part}` as MessageKey, values);
  const blocks: MailBlock[] = [
    { kind: 'heading', text: say('title') },
    greeting(buyerName(order), i18n),
    { kind: 'paragraph', text: say('lead') },
    { kind: 'paragraph', text: differenceText(total.difference, i18n) },
    { kind: 'facts', facts: [{ label: i18n.t('moves.mail.total'), value: i18n.money(order.totalPrice) }] },
    ...moneyBlocks(total, i18n),
    ...(why.hint ? [{ kind: 'hint' as const, text: why.hint }] : []),
    ...(open > 0 ? [{ kind: 'hint' as const, text: i18n.t('ownOrder.mail.payLogin') }] : []),
    {
      kind: 'button',
      label: i18n.t(open > 0 ? 'moves.mail.pay' : 'moves.mail.toOrder'),
      url: deps.config.publicUrl + (open > 0 ? paymentPath(order.eventId, order.id) : signedOrderLink(deps, order)),
    },
  ];
  return renderMail(
    say('subject'),
    mailBodyOf(deps.config, order, i18n, {
      preheader: say('preheader'),
      blocks,
      why: i18n.t('mail.footer.order', { event: order.event.title }),
    }),
    transfer ? [await codeFile(transfer)] : [],
  );
}

function differenceText(difference: Cents, i18n: Translator): string {
  if (difference === 0) return i18n.t('moves.mail.same');
  return difference > 0
    ? i18n.t('moves.mail.more', { amount: i18n.money(difference) })
    : i18n.t('moves.mail.less', { amount: i18n.money(cents(-difference)) });
}

function moneyBlocks({ open, onAccount, goesBack, transfer }: NewTotal, i18n: Translator): MailBlock[] {
  if (onAccount > 0)
    return [{ kind: 'paragraph', text: i18n.t('ownOrder.todo.onAccountText', { amount: i18n.money(onAccount) }) }];
  if (goesBack > 0)
    return [{ kind: 'paragraph', text: i18n.t('moves.mail.goesBack', { amount: i18n.money(goesBack) }) }];
  if (open === 0) return [];
  if (!transfer) return [{ kind: 'paragraph', text: i18n.t('moves.mail.openOnline', { amount: i18n.money(open) }) }];
  return [
    { kind: 'paragraph', text: i18n.t('moves.mail.open', { amount: i18n.money(open) }) },
    { kind: 'facts', facts: transferFacts(transfer, i18n) },
    codeBlock(i18n),
  ];
}
