import { sql } from 'drizzle-orm';
import type { CancelReason, OrderStatus } from '#modules/orders/rules/order-state.ts';
import { present } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { moneyOfOrders } from '../money-of-order.ts';
import type { BankLineOutcome } from '../rules/states.ts';

/** What decides about money that comes for an order. */
export type OrderMoneyState = {
  id: number;
  eventId: number;
  status: OrderStatus;
  /** Canceled because nobody paid in time. */
  isExpired: boolean;
  /** Cents still to be paid; of a paid order what it became dearer by. */
  open: Cents;
};

const listed = (values: readonly (number | string)[]) => JSON.stringify(values);

/** The orders of these numbers that there are. As many statements for one as for all. */
export async function orderStates(reader: Reader | Tx, ids: readonly number[]): Promise<OrderMoneyState[]> {
  if (ids.length === 0) return [];
  type Row = { id: number; eventId: number; status: OrderStatus; cancelReason: CancelReason | null; totalPrice: Cents };
  const rows = await reader.all<Row>(sql`
    select o.id id, o.event_id eventId, o.status status, o.cancel_reason cancelReason, o.total_cents totalPrice
    from (select value from json_each(${listed(ids)})) wanted join orders o on o.id = wanted.value`);
  const money = await moneyOfOrders(reader, rows);
  return rows.map(({ id, eventId, status, cancelReason }) => ({
    id,
    eventId,
    status,
    isExpired: cancelReason === 'expired',
    open: present(money.get(id), 'the money of an order that was asked for').open,
  }));
}

export type StoredLine = {
  id: number;
  fingerprint: string;
  amount: Cents;
  outcome: BankLineOutcome;
  orderId: number | null;
  isClosed: boolean;
  text: string;
  endToEndId: string | null;
};
const storedColumns = sql.raw(
  'id, fingerprint, amount_cents amount, outcome, order_id orderId, is_closed isClosed, text, end_to_end_id endToEndId',
);
const asStored = (row: Record<string, unknown>): StoredLine => ({
  ...(row as StoredLine),
  isClosed: Number(row.isClosed) === 1,
});

/** Everything that is stored of these movements (`baseOf`). */
export async function linesOfBases(reader: Reader | Tx, bases: readonly string[]): Promise<StoredLine[]> {
  if (bases.length === 0) return [];
  const rows = await reader.all<Record<string, unknown>>(sql`
    select ${storedColumns} from (select value from json_each(${listed(bases)})) base cross join bank_lines
    where fingerprint >= base.value || '|' and fingerprint < base.value || '}' order by bank_lines.id`);
  return rows.map(asStored);
}

/** Lines that named one of these orders and did not pay it, waiting for the rest. */
export async function waitingLines(reader: Reader | Tx, orderIds: readonly number[]): Promise<StoredLine[]> {
  if (orderIds.length === 0) return [];
  const rows = await reader.all<Record<string, unknown>>(sql`
    select ${storedColumns} from (select value from json_each(${listed(orderIds)})) wanted cross join bank_lines
    where order_id = wanted.value and outcome = 'amountMismatch' and is_closed = 0 order by bank_lines.id`);
  return rows.map(asStored);
}
