import type { Work } from '#src/data/work.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { SettlementAction } from '../rules/settlement-actions.ts';
import { settlementAudits } from '../schema.ts';

export type SettlementNote = {
  eventId: number;
  settlementId: number;
  action: SettlementAction;
  amount: Cents;
  note?: string;
  /** null: the bank's file said so. */
  editorId: number | null;
};

/** Writes down who did what, in the write that does it. */
export async function noteSettlement({ tx, now }: Work, entry: SettlementNote): Promise<void> {
  await tx.insert(settlementAudits).values({ ...entry, note: entry.note ?? '', createdAt: now });
}
