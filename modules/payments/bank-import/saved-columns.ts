import type { Reader } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import type { ColumnChoices, ColumnField, TableView } from '../bank-files/table-columns.ts';
import { bankFileColumns } from '../schema.ts';

/** What was chosen of the columns of each bank, by fingerprint of the head. There are as many as banks. */
export async function savedColumns(reader: Reader): Promise<ColumnChoices['saved']> {
  const rows = await reader.select().from(bankFileColumns);
  return Object.fromEntries(rows.map(({ fingerprint, fields }) => [fingerprint, fields as ColumnField[]]));
}

/** Stores what the columns of a table hold, so that the next file with the same head is read without a question. */
export async function saveColumns({ tx, now }: Work, table: TableView, editorId: number): Promise<void> {
  const values = { fields: table.fields.map((field) => field ?? 'ignored'), editorId, updatedAt: now };
  await tx
    .insert(bankFileColumns)
    .values({ fingerprint: table.fingerprint, ...values })
    .onConflictDoUpdate({ target: bankFileColumns.fingerprint, set: values });
}
