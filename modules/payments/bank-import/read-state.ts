import { sql } from 'drizzle-orm';
import type { CancelReason, OrderStatus } from '#modules/orders/rules/order-state.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Cents } from '#src/kernel/money.ts';
import { openOfOrder } from '../money-of-order.ts';
import type { BankLineOutcome } from '../rules/states.ts';

export type OrderMoneyState = {
  id: number;
  eventId: number;
  status: OrderStatus;
  isExpired: boolean;
  /** Cents still to be paid; of a paid order the unpaid rise of its price. */
  open: Cents;
};

const listed = (values: readonly (number | string)[]) => JSON.stringify(values);

/** The existing orders of these numbers, in one statement: a file names tens of thousands. */
export async function orderStates(reader: Reader | Tx, ids: readonly number[]): Promise<OrderMoneyState[]> {
  if (ids.length === 0) return [];
  type Row = Omit<OrderMoneyState, 'isExpired'> & { cancelReason: CancelReason | null };
  const rows = await reader.all<Row>(sql`
    select o.id id, o.event_id eventId, o.status status, o.cancel_reason cancelReason, ${openOfOrder} open
    from (select value from json_each(${listed(ids)})) wanted join orders o on o.id = wanted.value
    where o.status <> 'pending' or o.member_proof_until is null`);
  return rows.map(({ cancelReason, ...row }) => ({ ...row, isExpired: cancelReason === 'expired' }));
}

export type StoredLine = {
  id: number;
  fingerprint: string;
  amount: Cents;
  outcome: BankLineOutcome;
  orderId: number | null;
  isClosed: boolean;
  note: string;
  text: string;
  endToEndId: string | null;
  isReversal: boolean;
};
const storedColumns = sql.raw(
  'id, fingerprint, amount_cents amount, outcome, order_id orderId, is_closed isClosed, note, text, end_to_end_id endToEndId, is_reversal isReversal',
);
const asStored = (row: Record<string, unknown>): StoredLine => ({
  ...(row as StoredLine),
  isClosed: Number(row.isClosed) === 1,
  isReversal: Number(row.isReversal) === 1,
});

export async function linesOfBases(reader: Reader | Tx, bases: readonly string[]): Promise<StoredLine[]> {
  if (bases.length === 0) return [];
  const rows = await reader.all<Record<string, unknown>>(sql`
    select ${storedColumns} from (select value from json_each(${listed(bases)})) base cross join bank_lines
    where fingerprint >= base.value || '|' and fingerprint < base.value || '}' order by bank_lines.id`);
  return rows.map(asStored);
}

/** Unpaid lines that named one of these orders and wait for the rest. */
export async function waitingLines(reader: Reader | Tx, orderIds: readonly number[]): Promise<StoredLine[]> {
  if (orderIds.length === 0) return [];
  const rows = await reader.all<Record<string, unknown>>(sql`
    select ${storedColumns} from (select value from json_each(${listed(orderIds)})) wanted cross join bank_lines
    where order_id = wanted.value and outcome = 'amountMismatch' and is_closed = 0 order by bank_lines.id`);
  return rows.map(asStored);
}
