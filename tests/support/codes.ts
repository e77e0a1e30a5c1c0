import { sql } from 'drizzle-orm';
import { makeVoucher } from '#modules/vouchers/testing.ts';
import { Database } from '#src/data/database.ts';
import { instant } from '#src/kernel/time.ts';
import type { Place } from './crowd.ts';

/** Inserts a single-use code for 5,00 €. */
export async function giveOutCode(databaseUrl: string, { eventId }: Place, code: string): Promise<void> {
  const database = await Database.open(databaseUrl);
  const now = instant(Date.now());
  await database.transact((tx) =>
    makeVoucher({ tx, now }, eventId, code, { target: 'participant', useType: 'single', amount: 500 }),
  );
  await database.close();
}

/** Orders with the code, and whether it is used up. */
export async function holdersOf(databaseUrl: string, code: string): Promise<{ orders: number[]; used: boolean }> {
  const database = await Database.open(databaseUrl);
  const rows = await database.read.all<{ orderId: number | null; used: number }>(
    sql`select r.order_id orderId, v.used from vouchers v
      left join voucher_redemptions r on r.voucher_id = v.id and r.live = 1 where v.code = ${code}`,
  );
  await database.close();
  return { orders: rows.flatMap(({ orderId }) => orderId ?? []), used: rows[0]?.used === 1 };
}
