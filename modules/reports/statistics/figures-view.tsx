import type { ReactElement } from 'react';
import { tableFormats } from '#src/files/tables/table-file.ts';
import type { Translator } from '#src/texts/locale.ts';
import { ShareBar } from '#src/ui/chart.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { type Figures, shownCell } from './figures.ts';

/** A page is no file: the first rows of a long table. */
const mostRows = 30;

type Row = { index: number };

/** Figures with their chart, their table and their files. */
export function FiguresCard(props: {
  figures: Figures;
  /** The address of the file of this name. */
  fileHref(file: string): string;
  words: Translator;
}): ReactElement {
  const { figures, fileHref, words } = props;
  const { title, text, chart, cells, name } = figures;
  const most = chart ? cells.length : mostRows;
  const table = <FiguresTable figures={figures} most={most} words={words} />;
  return (
    <section className="card stack-s figures-card" aria-labelledby={`figures-${name}`}>
      <h2 id={`figures-${name}`}>{title}</h2>
      {text ? <p className="soft">{text}</p> : null}
      {chart && cells.length > 0 ? (
        <>
          {chart}
          <details>
            <summary>{words.t('statistics.table')}</summary>
            {table}
          </details>
        </>
      ) : (
        table
      )}
      {cells.length > most ? (
        <p className="soft">{words.t('statistics.first', { shown: most, all: words.number(cells.length) })}</p>
      ) : null}
      {cells.length > 0 ? (
        <p className="figures-files">
          {tableFormats.map((format) => (
            <a
              key={format}
              className="button button-quiet button-small"
              href={fileHref(`${name}.${format}`)}
              download=""
              aria-label={words.t(`statistics.${format}`, { title })}
            >
              {format.toUpperCase()}
            </a>
          ))}
        </p>
      ) : null}
    </section>
  );
}

function FiguresTable({ figures, most, words }: { figures: Figures; most: number; words: Translator }): ReactElement {
  const { columns, cells, bars, title, empty } = figures;
  const longest = Math.max(0, ...(bars ?? []));
  const shown: Column<Row>[] = columns.map(({ title: head, kind }, at) => ({
    key: String(at),
    title: head,
    ...(kind === 'number' || kind === 'money' ? { align: 'end' as const } : {}),
    ...(at === 0 ? { heading: true } : {}),
    cell: ({ index }) => shownCell(cells[index]?.[at] ?? null, kind, words),
  }));
  const share: Column<Row> = {
    key: 'share',
    title: words.t('statistics.column.share'),
    cell: ({ index }) => <ShareBar value={bars?.[index] ?? 0} most={longest} />,
  };
  return (
    <Table
      caption={title}
      captionHidden
      columns={bars ? [...shown, share] : shown}
      rows={cells.slice(0, most).map((_, index) => ({ index }))}
      rowKey={({ index }) => index}
      empty={empty}
    />
  );
}
