import { eq } from 'drizzle-orm';
import { addEventEntries, timesOf } from '#modules/events/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { noTransfers, type TransferSettings } from './rules/terms.ts';
import { transferSettings } from './schema.ts';

export async function settingsOf(reader: Reader | Tx, eventId: number): Promise<TransferSettings> {
  const [row] = await reader.select().from(transferSettings).where(eq(transferSettings.eventId, eventId));
  if (!row) return noTransfers;
  const { eventId: _, ...settings } = row;
  return settings;
}

/** Saves the transfer settings. Open offers keep their deadline, orders their price. */
export async function saveSettings(
  work: Work,
  editor: Pick<Viewer, 'userId'>,
  { eventId, title }: { eventId: number; title: string },
  input: Partial<TransferSettings>,
): Promise<void> {
  const before = await settingsOf(work.tx, eventId);
  const after = { ...before, ...input };
  const changes = (Object.keys(after) as (keyof TransferSettings)[])
    .filter((field) => after[field] !== before[field])
    .map((field) => ({ field: fieldNames[field], before: before[field], after: after[field] }));
  if (changes.length === 0) return;
  await work.tx
    .insert(transferSettings)
    .values({ eventId, ...after })
    .onConflictDoUpdate({ target: transferSettings.eventId, set: after });
  await addEventEntries(work, editor, eventId, [
    { kind: 'transfers', action: 'changed', recordId: eventId, name: title, changes },
  ]);
}

/** Names for the history, where other records have fields of the same name. */
const fieldNames = {
  mode: 'transferMode',
  until: 'transferUntil',
  feePrice: 'transferFee',
  priceRule: 'transferPrice',
  refundRule: 'transferRefund',
  lineFirst: 'transferLineFirst',
  otherCompetitions: 'transferOtherCompetitions',
} as const satisfies Record<keyof TransferSettings, string>;

/** The transfer deadline moves with the event; open offers keep theirs. */
export const transferTimes = timesOf(transferSettings, {
  kind: 'transfers',
  key: transferSettings.eventId,
  rows: (_, eventId) => eq(transferSettings.eventId, eventId),
  fields: { until: 'day' },
  historyNames: { until: 'transferUntil' },
});
