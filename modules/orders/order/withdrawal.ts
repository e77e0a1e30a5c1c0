import type { Translator } from '#src/texts/locale.ts';
import { paths } from '#src/ui/paths.ts';
import { participantsOf } from '../people.ts';
import type { OrderRecord } from '../read.ts';
import { isWithdrawable, type LineRight, lineRights } from '../rules/order-item.ts';

type Line = { name: string; withdrawalRight: LineRight };

/** One sentence per kind of line on the right of withdrawal. */
export function rightNotes(lines: readonly Line[], hasPlaces: boolean, i18n: Translator): string[] {
  const ofKind = Map.groupBy(lines, ({ withdrawalRight }) => withdrawalRight);
  return [
    ...(hasPlaces ? [i18n.t('orders.check.withdrawal')] : []),
    ...lineRights.flatMap((right) => {
      const names = [...new Set(ofKind.get(right)?.map(({ name }) => name))].join(', ');
      return names === '' || right === 'none_donation' ? [] : [i18n.t(`orders.right.${right}`, { names })];
    }),
  ];
}

const linesOf = (order: Pick<OrderRecord, 'competitions'>): Line[] =>
  participantsOf(order).flatMap(({ orderedArticleVariants }) => orderedArticleVariants);

export const hasWithdrawable = (order: Pick<OrderRecord, 'competitions'>): boolean =>
  linesOf(order).some(({ withdrawalRight }) => isWithdrawable(withdrawalRight));

/** Lines whose right was stated; older confirmations must not change. */
const statedLines = (order: Pick<OrderRecord, 'competitions'>): Line[] =>
  participantsOf(order)
    .flatMap(({ orderedArticleVariants }) => orderedArticleVariants)
    .filter(({ wasRightStated }) => wasRightStated);

export const statesWithdrawal = (order: Pick<OrderRecord, 'competitions'>): boolean =>
  statedLines(order).some(({ withdrawalRight }) => isWithdrawable(withdrawalRight));

type Reached = { contact: string; publicUrl: string };

/** Notes of an order with the way to withdraw. */
export function withdrawalNotes(
  order: Pick<OrderRecord, 'competitions' | 'orderItems'>,
  { contact, publicUrl }: Reached,
  i18n: Translator,
): string[] {
  const hasPlaces = order.orderItems.some(({ kind }) => kind === 'ticket');
  const url = `${publicUrl}${paths.withdrawal}`;
  return [
    ...rightNotes(statedLines(order), hasPlaces, i18n),
    ...(statesWithdrawal(order) ? [i18n.t('ownOrder.withdrawal.how', { url, contact })] : []),
  ];
}

/** Withdrawal instruction and model form (directive 2011/83, annex I). `seller`: name and address. */
export function withdrawalInstruction(
  order: Pick<OrderRecord, 'competitions' | 'orderNumber' | 'orderDate'>,
  { contact, publicUrl, seller }: Reached & { seller: string },
  i18n: Translator,
): { title: string; paragraphs: string[]; formTitle: string; form: string[] } | null {
  if (!statesWithdrawal(order)) return null;
  const { t } = i18n;
  const kinds = new Set(statedLines(order).map(({ withdrawalRight }) => withdrawalRight));
  // Most addresses already end with the email address.
  const whom = seller.includes(contact) ? seller : `${seller}, ${contact}`;
  const values = { seller: whom, url: `${publicUrl}${paths.withdrawal}` };
  return {
    title: t('ownOrder.instruction.title'),
    paragraphs: [
      t('ownOrder.instruction.right'),
      ...(kinds.has('goods_14') ? [t('ownOrder.instruction.goods')] : []),
      ...(kinds.has('service_14') ? [t('ownOrder.instruction.services')] : []),
      t('ownOrder.instruction.how', values),
      t('ownOrder.instruction.inTime'),
      t('ownOrder.instruction.money'),
      ...(kinds.has('goods_14') ? [t('ownOrder.instruction.return')] : []),
    ],
    formTitle: t('ownOrder.instruction.form'),
    form: [
      t('ownOrder.instruction.form.hint'),
      t('ownOrder.instruction.form.to', values),
      t('ownOrder.instruction.form.declare'),
      t('ownOrder.instruction.form.dates', { date: i18n.date(order.orderDate), orderNumber: order.orderNumber }),
      t('ownOrder.instruction.form.name'),
      t('ownOrder.instruction.form.address'),
      t('ownOrder.instruction.form.signature'),
      t('ownOrder.instruction.form.date'),
    ],
  };
}
