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
  editorId: number | null;
};

export async function noteSettlement({ tx, now }: Work, entry: SettlementNote): Promise<void> {
  await tx.insert(settlementAudits).values({ ...entry, note: entry.note ?? '', createdAt: now });
}
