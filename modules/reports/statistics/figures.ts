import type { ReactElement } from 'react';
import type { Cell, CellKind, FileColumn } from '#src/files/tables/cells.ts';
import { type TableFormat, tableResponse } from '#src/files/tables/table-file.ts';
import { cents } from '#src/kernel/money.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';

type Head = { title: string; kind: CellKind };
type Cells = { columns: readonly Head[]; cells: readonly (readonly Cell[])[] };

/** A table, usually with a bar per row or a chart, and the same as a file. */
export type Figures = Cells & {
  /** Name of the file, part of its path. */
  name: string;
  title: string;
  text?: string;
  /** Length of each row's bar; none with a chart. */
  bars?: readonly number[];
  chart?: ReactElement;
  file?: Cells;
  empty: string;
};

type About = Pick<Figures, 'name' | 'title' | 'text' | 'chart' | 'file' | 'empty'>;

export const cellsOf = <Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): Cells => ({
  columns: columns.map(({ title, kind }) => ({ title, kind })),
  cells: rows.map((row) => columns.map(({ of }) => of(row))),
});

export function figuresOf<Row>(
  about: About,
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
  bar?: (row: Row) => number,
): Figures {
  return { ...about, ...cellsOf(columns, rows), ...(bar ? { bars: rows.map(bar) } : {}) };
}

export function figureText(cell: Cell, kind: CellKind, i18n: Translator): string {
  if (cell === null || cell === '') return '–';
  if (kind === 'money') return i18n.money(cents(Number(cell)));
  if (kind === 'number') return i18n.number(Number(cell));
  return kind === 'date' ? i18n.calendarDate(String(cell)) : String(cell);
}

type FileCall = { i18n: Translator; deps: Pick<Deps, 'log'> };
export function fileOf(figures: Figures, format: TableFormat, { i18n, deps }: FileCall): Response {
  const { columns, cells } = figures.file ?? figures;
  return tableResponse(
    {
      name: figures.name,
      locale: i18n.locale,
      columns,
      async *pieces() {
        yield cells;
      },
    },
    format,
    deps.log,
  );
}
