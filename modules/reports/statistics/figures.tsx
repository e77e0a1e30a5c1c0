import type { ReactElement } from 'react';
import type { Cell, CellKind, FileColumn } from '#src/files/tables/cells.ts';
import { type TableFormat, tableFormats, tableResponse } from '#src/files/tables/table-file.ts';
import { cents } from '#src/kernel/money.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { ShareBar } from '#src/ui/chart.tsx';
import { type Column, Table } from '#src/ui/table.tsx';

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

export function cellsOf<Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): Cells {
  return {
    columns: columns.map(({ title, kind }) => ({ title, kind })),
    cells: rows.map((row) => columns.map(({ of }) => of(row))),
  };
}

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

/** Rows on a page; the file has all. */
const maxRows = 30;

type IndexRow = { index: number };

export function FiguresCard(props: {
  figures: Figures;
  fileHref(file: string): string;
  i18n: Translator;
}): ReactElement {
  const { figures, fileHref, i18n } = props;
  const { title, text, chart, cells, name } = figures;
  const maxShown = chart ? cells.length : maxRows;
  const table = <FiguresTable figures={figures} maxShown={maxShown} i18n={i18n} />;
  return (
    <section className="card stack-s figures-card" aria-labelledby={`figures-${name}`}>
      <h2 id={`figures-${name}`}>{title}</h2>
      {text ? <p className="soft">{text}</p> : null}
      {chart && cells.length > 0 ? (
        <>
          {chart}
          <details>
            <summary>{i18n.t('statistics.table')}</summary>
            {table}
          </details>
        </>
      ) : (
        table
      )}
      {cells.length > maxShown ? (
        <p className="soft">{i18n.t('statistics.first', { shown: maxShown, all: i18n.number(cells.length) })}</p>
      ) : null}
      {cells.length > 0 ? (
        <p className="figures-files">
          {tableFormats.map((format) => (
            <a
              key={format}
              className="button button-quiet button-small"
              href={fileHref(`${name}.${format}`)}
              download=""
              aria-label={i18n.t(`statistics.${format}`, { title })}
            >
              {format.toUpperCase()}
            </a>
          ))}
        </p>
      ) : null}
    </section>
  );
}

function FiguresTable({
  figures,
  maxShown,
  i18n,
}: {
  figures: Figures;
  maxShown: number;
  i18n: Translator;
}): ReactElement {
  const { columns, cells, bars, title, empty } = figures;
  const longest = Math.max(0, ...(bars ?? []));
  const shown: Column<IndexRow>[] = columns.map(({ title: head, kind }, at) => ({
    key: String(at),
    title: head,
    ...(kind === 'number' || kind === 'money' ? { align: 'end' as const } : {}),
    ...(at === 0 ? { heading: true } : {}),
    cell: ({ index }) => figureText(cells[index]?.[at] ?? null, kind, i18n),
  }));
  const share: Column<IndexRow> = {
    key: 'share',
    title: i18n.t('statistics.column.share'),
    cell: ({ index }) => <ShareBar value={bars?.[index] ?? 0} most={longest} />,
  };
  return (
    <Table
      caption={title}
      captionHidden
      columns={bars ? [...shown, share] : shown}
      rows={cells.slice(0, maxShown).map((_, index) => ({ index }))}
      rowKey={({ index }) => index}
      empty={empty}
    />
  );
}
