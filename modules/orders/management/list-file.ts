import { create as contentDisposition } from 'content-disposition';
import { csvLine, csvMark, csvType } from '#src/kernel/csv.ts';
import type { GridColumn } from '#src/ui/grid.tsx';

/**
 * A list as a file, written while it is read: UTF-8 with a mark, semicolons, CRLF. `read` answers the rows of the next
 * numbers; `without` names columns that are hidden on the page.
 */
export function csvOfList<Row>(list: {
  name: string;
  columns: readonly GridColumn<Row>[];
  without: string | null;
  ids: readonly number[];
  read: (ids: readonly number[]) => Promise<readonly Row[]>;
}): Response {
  const hidden = new Set((list.without ?? '').split(','));
  const columns = list.columns.filter(({ key, text, heading }) => text && (heading || !hidden.has(key)));
  const encoder = new TextEncoder();
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(csvMark + csvLine(columns.map(({ title }) => title))));
    },
    async pull(controller) {
      const ids = list.ids.slice(at, at + rowsAtOnce);
      at += ids.length;
      if (ids.length === 0) return controller.close();
      const rows = await list.read(ids);
      const lines = rows.map((row) => csvLine(columns.map(({ text }) => text?.(row) ?? '')));
      return controller.enqueue(encoder.encode(lines.join('')));
    },
  });
  return new Response(body, {
    headers: {
      'content-type': csvType,
      'content-disposition': contentDisposition(`${list.name}.csv`),
      'cache-control': 'private, no-store',
    },
  });
}

const rowsAtOnce = 500;
