import type { Translator } from '#src/texts/locale.ts';
import { paths } from '#src/ui/paths.ts';
import { participantsOf } from '../people.ts';
import type { OrderRecord } from '../read.ts';
import { isWithdrawable, type LineRight, lineRights } from '../rules/withdrawal-right.ts';

type Line = { name: string; withdrawalRight: LineRight };

/** Whether the buyer may go back on what they order, one sentence for each kind of line. A donation is no sale. */
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

/** Whether any line of it can be gone back on. */
export const hasWithdrawable = (order: Pick<OrderRecord, 'competitions'>): boolean =>
  linesOf(order).some(({ withdrawalRight }) => isWithdrawable(withdrawalRight));

/** Lines of which mail and confirmation said the right; what was confirmed without it reads the same after an update. */
const statedLines = (order: Pick<OrderRecord, 'competitions'>): Line[] =>
  participantsOf(order)
    .flatMap(({ orderedArticleVariants }) => orderedArticleVariants)
    .filter(({ wasRightStated }) => wasRightStated);

/** Whether mail and confirmation say that a line of it can be gone back on. */
export const statesWithdrawal = (order: Pick<OrderRecord, 'competitions'>): boolean =>
  statedLines(order).some(({ withdrawalRight }) => isWithdrawable(withdrawalRight));

type Reached = { contact: string; publicUrl: string };

/** The same of what was ordered, and where one does so. */
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

/**
 * The instruction on the right to withdraw and the model form, as the law words them (directive 2011/83, annex I), for
 * orders with a line that has the right. `seller`: name and address of who sold it.
 */
export function withdrawalInstruction(
  order: Pick<OrderRecord, 'competitions' | 'orderNumber' | 'orderDate'>,
  { contact, publicUrl, seller }: Reached & { seller: string },
  i18n: Translator,
): { title: string; paragraphs: string[]; formTitle: string; form: string[] } | null {
  if (!statesWithdrawal(order)) return null;
  const { t } = i18n;
  const kinds = new Set(statedLines(order).map(({ withdrawalRight }) => withdrawalRight));
  // Most addresses end with the mail address.
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
