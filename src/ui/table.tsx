import type { ReactElement, ReactNode } from 'react';
import { withMails } from './display.tsx';
import { useTranslator } from './page.tsx';

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers and amounts stand at the end. */
  align?: 'end';
  sortable?: boolean;
  /** Such as a date: it stays on one line where there is room. */
  isShort?: boolean;
  /** This column names the row. */
  heading?: boolean;
  /**
   * In a compact card of a phone: in its first line (`start`, `end`; a heading that is `start` takes what `end` leaves), in what is left of the next one (`rest`) or at the
   * end of that (`foot`), with its title before it, or not at all.
   */
  card?: 'start' | 'end' | 'rest' | 'foot' | 'label' | 'none';
  /** Nothing is known of it in this row; a compact card goes without it. */
  isEmpty?: (row: Row) => boolean;
};
export type Sort = { field: string; direction: 'asc' | 'desc' };

type TableProps<Row> = {
  caption: string;
  captionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sort?: Sort;
  /** The address of the same list in another order. */
  sortHref?: (sort: Sort) => string;
  /** Instead of rows, when there are none. */
  empty: ReactNode;
  foot?: ReactNode;
  /** On a phone a row is a card of a few lines, as its columns say (`card`). */
  cards?: 'compact';
  /** The rows as HTML, where it was kept (`kept.tsx`). */
  rowMarkup?: (row: Row, element: () => ReactElement) => string;
};

/** A list as a plain table with links to order it; on a phone each row becomes a small card of labelled values. */
export function Table<Row>(props: TableProps<Row>): ReactElement {
  const { caption, captionHidden, columns, rows, rowKey, sort, sortHref, empty, foot, cards, rowMarkup } = props;
  // Wider than its place a table scrolls; where nothing inside takes the focus, the keyboard needs the frame itself.
  const reach = sortHref ? {} : { tabIndex: 0, role: 'group', 'aria-label': caption };
  return (
    <div className="table-frame" data-cards={cards} {...reach}>
      <table className="table">
        <caption className={captionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-align={column.align}
                aria-sort={sort?.field === column.key ? ariaSort[sort.direction] : undefined}
              >
                {column.sortable && sortHref ? (
                  <a className="table-sort" href={sortHref(nextSort(column.key, sort))}>
                    {column.title}
                  </a>
                ) : (
                  column.title
                )}
              </th>
            ))}
          </tr>
        </thead>
        {rowMarkup ? (
          <tbody
            dangerouslySetInnerHTML={{
              __html: rows.map((row) => rowMarkup(row, () => rowOf(columns, row, rowKey(row)))).join(''),
            }}
          />
        ) : (
          <tbody>{rows.map((row) => rowOf(columns, row, rowKey(row)))}</tbody>
        )}
        {foot ? <tfoot>{foot}</tfoot> : null}
      </table>
      {rows.length === 0 ? <div className="table-none">{empty}</div> : null}
    </div>
  );
}

function rowOf<Row>(columns: readonly Column<Row>[], row: Row, key: string | number): ReactElement {
  return (
    <tr key={key}>
      {columns.map((column) => {
        const Cell = column.heading ? 'th' : 'td';
        return (
          <Cell
            key={column.key}
            scope={column.heading ? 'row' : undefined}
            data-align={column.align}
            data-short={column.isShort ? '' : undefined}
            data-label={column.title}
            data-card={column.isEmpty?.(row) ? 'none' : column.card}
          >
            <span>{withMails(column.cell(row))}</span>
          </Cell>
        );
      })}
    </tr>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

const nextSort = (field: string, sort: Sort | undefined): Sort => ({
  field,
  direction: sort?.field === field && sort.direction === 'asc' ? 'desc' : 'asc',
});

/** Links to the page before and after; nothing when there is only one page. */
export function Pager(props: { page: number; pages: number; href: (page: number) => string }): ReactElement | null {
  const { page, pages, href } = props;
  const i18n = useTranslator();
  if (pages <= 1) return null;
  const link = (rel: 'prev' | 'next', to: number, label: string) => (
    <a className="button button-quiet button-small" rel={rel} href={href(to)}>
      {label}
    </a>
  );
  return (
    <nav className="pager" aria-label={i18n.t('ui.pager.label')}>
      {page > 1 ? link('prev', page - 1, i18n.t('ui.pager.previous')) : <span />}
      <span className="figures soft">{i18n.t('ui.pager.status', { page, pages })}</span>
      {page < pages ? link('next', page + 1, i18n.t('ui.pager.next')) : <span />}
    </nav>
  );
}
