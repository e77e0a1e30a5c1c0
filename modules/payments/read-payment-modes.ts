import type { OrderStatus } from '#modules/orders/rules/order-state.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Reader } from '#src/data/database.ts';
import { fromList, ready } from '#src/data/hot-statements.ts';
import type { Cents } from '#src/kernel/money.ts';
import { cashMethod } from '#src/kernel/payment-methods.ts';

type OrderInput = { id: number; status: OrderStatus; totalPrice: Cents };

/** Cash, and references `manual|…` of payments marked by hand (`mark-paid.ts`). */
const byHand = `select order_id id, max(method = ? or reference glob 'manual|*') isManual from ledger_entries
  where order_id in ${fromList} and kind = 'payment' group by order_id`;

/** `manual` if a person entered part of the money, else `automatic` (provider, bank file, gift card, free). */
export async function paymentModesOf(
  reader: Reader,
  orders: readonly OrderInput[],
): Promise<ReadonlyMap<number, 'automatic' | 'manual'>> {
  const ids = JSON.stringify(orders.map(({ id }) => id));
  const rows = await reader.all<{ id: number; isManual: number }>(ready(byHand, [cashMethod, ids]));
  const known = new Map(rows.map(({ id, isManual }) => [Number(id), Number(isManual) === 1]));
  return new Map(
    orders.flatMap(({ id, status, totalPrice }) => {
      const isManual = known.get(id);
      const isFree = isPaidStatus(status) && totalPrice === 0;
      if (status === 'pending' || (isManual === undefined && !isFree)) return [];
      return [[id, isManual ? 'manual' : 'automatic'] as const];
    }),
  );
}
