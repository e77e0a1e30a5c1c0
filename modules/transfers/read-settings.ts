import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import { noTransfers, type TransferSettings } from './rules/terms.ts';
import { transferSettings } from './schema.ts';

export async function settingsOf(reader: Reader | Tx, eventId: number): Promise<TransferSettings> {
  const [row] = await reader.select().from(transferSettings).where(eq(transferSettings.eventId, eventId));
  if (!row) return noTransfers;
  const { eventId: _, ...settings } = row;
  return settings;
}
