import {
  buyerName,
  greeting,
  mailBodyOf,
  type OrderRecord,
  orderOf,
  signedOrderLink,
  wordsOfOrder,
} from '#modules/orders/index.ts';
import { shownStatus } from '#modules/orders/rules/order-state.ts';
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
  /** What the order costs more, below 0 less; what of it is open, and what goes back. */
  difference: Cents;
  open: Cents;
  /** What a company is billed for instead. */
  onAccount: Cents;
  goesBack: Cents;
  /** How the rest can be transferred. */
  transfer: BankTransfer | null;
};
/** Why it changed: subject, title, preheader and lead stand below `words`, and what else is to be said. */
export type Why = {
  words: 'moves.mail' | 'additions.mail.added' | 'additions.mail.takenOff';
  values: Record<string, string | number>;
  hint?: string | null;
};

type Making = Pick<Deps, 'config' | 'signer' | 'clock' | 'read' | 'orderMoney'>;

/** The order, its words, and how its money stands by now; null: there is nothing more to tell of it. */
export async function newTotalOf(
  deps: Making,
  { orderId, difference, goesBack }: { orderId: number; difference: Cents; goesBack: Cents },
  locale: Locale,
): Promise<{ order: OrderRecord; words: Translator; total: NewTotal } | null> {
  const order = await orderOf(deps.read, orderId);
  if (!order || order.status === 'canceled') return null;
  const money = await deps.orderMoney(order);
  const isOnAccount = shownStatus(order) === 'onAccount';
  // Its buyer has nothing to pay.
  const open = isOnAccount ? zeroCents : money.open;
  const onAccount = isOnAccount ? money.open : zeroCents;
  const { bank } = deps.config;
  const isTransferable = open > 0 && bank && order.event.paymentInAdvancePossible;
  const transfer = isTransferable ? await bankTransferOf(deps.read, bank, order.id) : null;
  return { order, words: wordsOfOrder(order, locale), total: { difference, open, onAccount, goesBack, transfer } };
}

/** Of an order of nobody that costs so much more. */
export const sampleTotal = (deps: Pick<Deps, 'config'>, order: OrderRecord, grown: Cents): NewTotal => ({
  ...{ difference: grown, open: grown, onAccount: zeroCents, goesBack: zeroCents },
  transfer: { ...sampleTransfer(deps.config.bank, order), totalPrice: grown },
});

export async function newTotalMail(
  deps: Pick<Deps, 'config' | 'signer' | 'clock'>,
  order: OrderRecord,
  words: Translator,
  total: NewTotal,
  why: Why,
): Promise<MailContent> {
  const { open, transfer } = total;
  const values = { ...why.values, event: order.event.title, orderNumber: order.orderNumber };
  const say = (part: 'subject' | 'title' | 'preheader' | 'lead') =>
    words.t(`${why.words}.${part}` as MessageKey, values);
  const blocks: MailBlock[] = [
    { kind: 'heading', text: say('title') },
    greeting(buyerName(order), words),
    { kind: 'paragraph', text: say('lead') },
    { kind: 'paragraph', text: differenceText(total.difference, words) },
    { kind: 'facts', facts: [{ label: words.t('moves.mail.total'), value: words.money(order.totalPrice) }] },
    ...moneyBlocks(total, words),
    ...(why.hint ? [{ kind: 'hint' as const, text: why.hint }] : []),
    ...(open > 0 ? [{ kind: 'hint' as const, text: words.t('ownOrder.mail.payLogin') }] : []),
    {
      kind: 'button',
      label: words.t(open > 0 ? 'moves.mail.pay' : 'moves.mail.toOrder'),
      url: deps.config.publicUrl + (open > 0 ? paymentPath(order.eventId, order.id) : signedOrderLink(deps, order)),
    },
  ];
  return renderMail(
    say('subject'),
    mailBodyOf(deps.config, order, words, {
      preheader: say('preheader'),
      blocks,
      why: words.t('mail.footer.order', { event: order.event.title }),
    }),
    transfer ? [await codeFile(transfer)] : [],
  );
}

function differenceText(difference: Cents, words: Translator): string {
  if (difference === 0) return words.t('moves.mail.same');
  return difference > 0
    ? words.t('moves.mail.more', { amount: words.money(difference) })
    : words.t('moves.mail.less', { amount: words.money(cents(-difference)) });
}

function moneyBlocks({ open, onAccount, goesBack, transfer }: NewTotal, words: Translator): MailBlock[] {
  if (onAccount > 0)
    return [{ kind: 'paragraph', text: words.t('ownOrder.todo.onAccountText', { amount: words.money(onAccount) }) }];
  if (goesBack > 0)
    return [{ kind: 'paragraph', text: words.t('moves.mail.goesBack', { amount: words.money(goesBack) }) }];
  if (open === 0) return [];
  if (!transfer) return [{ kind: 'paragraph', text: words.t('moves.mail.openOnline', { amount: words.money(open) }) }];
  return [
    { kind: 'paragraph', text: words.t('moves.mail.open', { amount: words.money(open) }) },
    { kind: 'facts', facts: transferFacts(transfer, words) },
    codeBlock(words),
  ];
}
