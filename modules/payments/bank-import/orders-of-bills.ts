import type { Reader, Tx } from '#src/data/database.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { billIdOf } from '../rules/bill-number.ts';
import type { ReadLine } from './import-run.ts';
import type { NamedOrders } from './named-orders.ts';

export type OrdersOfBills = Deps['ordersOfBills'];

const billsOf = ({ sure }: NamedOrders): number[] => sure.flat().flatMap((number) => billIdOf(number) ?? []);

export const namesBill = (named: NamedOrders): boolean => billsOf(named).length > 0;

/** Replaces the numbers of collective bills by the orders of those bills. */
export async function withOrdersOfBills(
  reader: Reader | Tx,
  ordersOfBills: OrdersOfBills,
  lines: readonly ReadLine[],
): Promise<readonly ReadLine[]> {
  const bills = [...new Set(lines.flatMap(({ named }) => billsOf(named)))];
  if (bills.length === 0) return lines;
  const orders = await ordersOfBills(reader, bills);
  const expand = (number: number): readonly number[] => {
    const billId = billIdOf(number);
    return billId === null ? [number] : (orders.get(billId) ?? []);
  };
  return lines.map((line) =>
    namesBill(line.named)
      ? {
          ...line,
          named: { ...line.named, sure: line.named.sure.map((numbers) => [...new Set(numbers.flatMap(expand))]) },
        }
      : line,
  );
}
