/** Codes for a running server, put into its database beside it: journeys that are not about making them. */
import { join } from 'node:path';
import type { VoucherTerms } from '#modules/vouchers/rules/voucher.ts';
import { makeVoucher } from '#modules/vouchers/testing.ts';
import { instant } from '#src/kernel/time.ts';
import { Database } from '#src/platform/database.ts';
import type { RunningServer } from './server.ts';

export async function giveCodes(
  server: RunningServer,
  eventId: number,
  codes: Record<string, Partial<VoucherTerms>>,
): Promise<void> {
  const database = await Database.open(`file:${join(server.dataDir, 'startblock.db')}`);
  for (const [code, terms] of Object.entries(codes)) {
    await database.transact((tx) => makeVoucher({ tx, now: instant(Date.now()) }, eventId, code, terms));
  }
  await database.close();
}
