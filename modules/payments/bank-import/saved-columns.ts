import type { Reader } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import type { ColumnChoices, ColumnField, TableView } from '../bank-files/table-columns.ts';
import { bankFileColumns } from '../schema.ts';

/** Chosen columns per bank, by fingerprint of the header. */
export async function savedColumns(reader: Reader): Promise<ColumnChoices['saved']> {
  const rows = await reader.select().from(bankFileColumns);
  return Object.fromEntries(rows.map(({ fingerprint, fields }) => [fingerprint, fields as ColumnField[]]));
}

/** Saves the columns of a table, so that the next file with the same header needs no question. */
export async function saveColumns({ tx, now }: Work, table: TableView, editorId: number): Promise<void> {
  const values = { fields: table.fields.map((field) => field ?? 'ignored'), editorId, updatedAt: now };
  await tx
    .insert(bankFileColumns)
    .values({ fingerprint: table.fingerprint, ...values })
    .onConflictDoUpdate({ target: bankFileColumns.fingerprint, set: values });
}
