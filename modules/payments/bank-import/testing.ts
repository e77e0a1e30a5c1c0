import { expect } from 'vitest';
import { orderStateOf } from '#modules/orders/index.ts';
import type { Caller, TestShop } from '#tests/support/shop.ts';
import { paidSumOf } from '../ledger.ts';
import { refundsOf } from '../money-of-order.ts';
import { makeReference } from '../rules/payment-reference.ts';
import { order, race } from '../testing.ts';

export const path = '/api/admin/imports/bank-transactions';
export const referenceOf = (orderId: number): string => makeReference('SB', orderId);

export type Row = {
  bookingDate: string;
  amount: number;
  payerName: string;
  reference: string;
  orderId: number | null;
  outcome: string;
};
type Answered = { status: number; rows: Row[]; code?: string; details?: Record<string, unknown> };

export async function upload(
  who: Caller,
  file: string | Uint8Array<ArrayBuffer>,
  query = '',
  fields: Record<string, string> = {},
): Promise<Answered> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', new File([file], 'umsaetze.dat'));
  const token = who.cookies.get('csrf-token');
  const answer = await who.fetch(path + query, {
    method: 'POST',
    body,
    headers: token ? { 'x-csrf-token': token } : {},
  });
  return { status: answer.status, ...((await answer.json()) as Omit<Answered, 'status'>) };
}

export async function previewedAndBooked(who: Caller, file: string | Uint8Array<ArrayBuffer>): Promise<Row[]> {
  const preview = await upload(who, file, '?dryRun=true');
  const booked = await upload(who, file);
  expect([preview.status, booked.status]).toEqual([200, 200]);
  expect(preview.rows).toEqual(booked.rows);
  return booked.rows;
}

export const outcomes = (rows: readonly Row[]): [string, number | null][] =>
  rows.map(({ outcome, orderId }) => [outcome, orderId]);

export type Bank = Awaited<ReturnType<typeof bankShop>>;

export async function bankShop(shop: TestShop) {
  const made = await race(shop);
  const admin = await shop.login('super@shop.example', { superAdmin: true });
  let people = 0;
  return {
    shop,
    made,
    admin,
    /** A pending order of 30,00 € per person. */
    order: (heads = 1) => {
      const list = Array.from({ length: heads }, () => ({ firstName: 'Eva', lastName: `Muster ${++people}` }));
      return order(shop, made, { people: list, buyer: `buyer${people}@runner.example` });
    },
    async state(orderId: number) {
      const { read } = shop.deps;
      const refunds = await refundsOf(read, orderId);
      return {
        status: (await orderStateOf(read, orderId))?.status,
        paid: Number(await paidSumOf(read, orderId)),
        refunds: refunds.map(({ reason, amount }) => [reason, amount]),
      };
    },
  };
}
