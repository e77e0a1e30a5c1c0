import { create as contentDisposition } from 'content-disposition';
import { csvFigure, csvLine, csvLineEnd, csvMark, csvText, csvType } from '#src/kernel/csv.ts';
import { describeError } from '#src/runtime/describe-error.ts';
import type { Log } from '#src/runtime/log.ts';
import type { Locale } from '#src/ui/format.ts';
import { type Cell, type CellKind, cellText, type FileColumn } from './cells.ts';
import { xlsxBytes, xlsxType } from './xlsx.ts';

export const tableFormats = ['csv', 'xlsx'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** A table as a file; reads nothing before `pieces` is consumed. */
export type TableFile = {
  /** The file name without extension, and the sheet's name. */
  name: string;
  locale: Locale;
  columns: readonly { title: string; kind: CellKind }[];
  pieces(): AsyncIterable<readonly (readonly Cell[])[]>;
};

/** A table of records, read in batches. */
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

/** The same for records in memory. */
export const tableFileOf = <Row>(about: Parameters<typeof tableFile<Row>>[0], rows: readonly Row[]): TableFile =>
  tableFile<Row>(about, async function* () {
    yield rows;
  });

async function* csvBytes({ columns, locale, pieces }: TableFile): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  // One function per column, because large files have millions of cells.
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

/** Streams the file; each batch is written before the next is read. Yields between batches. */
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

/** Download headers. */
export const fileHeaders = (name: string, format: TableFormat): Record<string, string> => ({
  'content-type': format === 'csv' ? csvType : xlsxType,
  'content-disposition': contentDisposition(`${name}.${format}`),
  'cache-control': 'private, no-store',
});

/** Streams the table as a response. */
export const tableResponse = (table: TableFile, format: TableFormat, log: Pick<Log, 'error'>): Response =>
  fileResponse({ name: table.name, bytes: tableBytes(table, format), headers: fileHeaders(table.name, format) }, log);

/** Streams any file as a response. */
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
          // Aborts the connection, so that the file does not look complete. Bun would print a passed error with all its
          // properties.
          return controller.error();
        }
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      // The client left: stop reading.
      async cancel() {
        await bytes.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers });
}
