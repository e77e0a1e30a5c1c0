import { create as contentDisposition } from 'content-disposition';
import { csvFigure, csvLine, csvLineEnd, csvMark, csvText, csvType } from '#src/kernel/csv.ts';
import { describeError } from '#src/runtime/describe-error.ts';
import type { Log } from '#src/runtime/log.ts';
import type { Locale } from '#src/ui/format.ts';
import { type Cell, type CellKind, cellText, type FileColumn } from './cells.ts';
import { xlsxBytes, xlsxType } from './xlsx.ts';

export const tableFormats = ['csv', 'xlsx'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** A table as a file, whatever its rows were made of. Nothing is read before somebody asks for `pieces`. */
export type TableFile = {
  /** Of the file, without its ending; also what the tab of a sheet says. */
  name: string;
  locale: Locale;
  columns: readonly { title: string; kind: CellKind }[];
  pieces(): AsyncIterable<readonly (readonly Cell[])[]>;
};

/** A table of records, read some at a time. */
export function tableFile<Row>(
  { columns, ...named }: { name: string; locale: Locale; columns: readonly FileColumn<Row>[] },
  read: () => AsyncIterable<readonly Row[]>,
): TableFile {
  return {
    ...named,
    columns: columns.map(({ title, kind }) => ({ title, kind })),
    async *pieces() {
      for await (const rows of read()) yield rows.map((row) => columns.map(({ of }) => of(row)));
    },
  };
}

/** The same of records that are all there already. */
export const tableFileOf = <Row>(about: Parameters<typeof tableFile<Row>>[0], rows: readonly Row[]): TableFile =>
  tableFile<Row>(about, async function* () {
    yield rows;
  });

async function* csvBytes({ columns, locale, pieces }: TableFile): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  // Every cell is written once, by what its column is: in a large file there are millions.
  const written = columns.map(({ kind }) =>
    kind === 'text' ? csvText : (cell: Cell) => csvFigure(cellText(cell, kind, locale)),
  );
  yield encoder.encode(csvMark + csvLine(columns.map(({ title }) => title)));
  for await (const rows of pieces()) {
    let lines = '';
    for (const row of rows) {
      for (let at = 0; at < written.length; at += 1) {
        const cell = row[at] ?? null;
        if (at > 0) lines += ';';
        if (cell !== null && cell !== '') lines += written[at]?.(cell) ?? '';
      }
      lines += csvLineEnd;
    }
    yield encoder.encode(lines);
  }
}

/**
 * The bytes of the file, made while they are asked for: what was read of the database is written before more is read.
 * Between two pieces others get their turn, for there is one thread for all.
 */
export async function* tableBytes(table: TableFile, format: TableFormat): AsyncGenerator<Uint8Array> {
  const gentle: TableFile = {
    ...table,
    async *pieces() {
      for await (const rows of table.pieces()) {
        yield rows;
        await new Promise<void>((resume) => setImmediate(resume));
      }
    },
  };
  yield* format === 'csv' ? csvBytes(gentle) : xlsxBytes({ ...gentle, title: table.name, pieces: gentle.pieces() });
}

/** What a download of the file says of it. */
export const fileHeaders = (name: string, format: TableFormat): Record<string, string> => ({
  'content-type': format === 'csv' ? csvType : xlsxType,
  'content-disposition': contentDisposition(`${name}.${format}`),
  'cache-control': 'private, no-store',
});

/** The table as the answer to a request, written while it is read. */
export const tableResponse = (table: TableFile, format: TableFormat, log: Pick<Log, 'error'>): Response =>
  fileResponse({ name: table.name, bytes: tableBytes(table, format), headers: fileHeaders(table.name, format) }, log);

/** Any file that is made piece by piece, while somebody takes it. */
export function fileResponse(
  { name, bytes, headers }: { name: string; bytes: AsyncGenerator<Uint8Array>; headers: Record<string, string> },
  log: Pick<Log, 'error'>,
): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let next: IteratorResult<Uint8Array>;
        try {
          next = await bytes.next();
        } catch (error) {
          log.error('a file broke off while it was written', { file: name, ...describeError(error) });
          // The connection ends in the middle, so that nobody takes it for a whole one. Bun would print an error that is
          // given here, with everything in it.
          return controller.error();
        }
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      // Who no longer waits for it: no more is read.
      async cancel() {
        await bytes.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers });
}
