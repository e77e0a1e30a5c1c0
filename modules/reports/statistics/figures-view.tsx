import type { ReactElement } from 'react';
import { tableFormats } from '#src/files/tables/table-file.ts';
import type { Translator } from '#src/texts/locale.ts';
import { ShareBar } from '#src/ui/chart.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { type Figures, figureText } from './figures.ts';

/** Rows on a page; the file has all. */
const maxRows = 30;

type Row = { index: number };

export function FiguresCard(props: {
  figures: Figures;
  fileHref(file: string): string;
  i18n: Translator;
}): ReactElement {
  const { figures, fileHref, i18n } = props;
  const { title, text, chart, cells, name } = figures;
  const most = chart ? cells.length : maxRows;
  const table = <FiguresTable figures={figures} most={most} i18n={i18n} />;
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
      {cells.length > most ? (
        <p className="soft">{i18n.t('statistics.first', { shown: most, all: i18n.number(cells.length) })}</p>
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

function FiguresTable({ figures, most, i18n }: { figures: Figures; most: number; i18n: Translator }): ReactElement {
  const { columns, cells, bars, title, empty } = figures;
  const longest = Math.max(0, ...(bars ?? []));
  const shown: Column<Row>[] = columns.map(({ title: head, kind }, at) => ({
    key: String(at),
    title: head,
    ...(kind === 'number' || kind === 'money' ? { align: 'end' as const } : {}),
    ...(at === 0 ? { heading: true } : {}),
    cell: ({ index }) => figureText(cells[index]?.[at] ?? null, kind, i18n),
  }));
  const share: Column<Row> = {
    key: 'share',
    title: i18n.t('statistics.column.share'),
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
