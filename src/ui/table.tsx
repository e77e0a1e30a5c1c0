import type { ReactElement, ReactNode } from 'react';
import { withMails } from './display.tsx';
import { useTranslator } from './page.tsx';

export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers and amounts. */
  align?: 'end';
  sortable?: boolean;
  /** Stays on one line where there is room, such as a date. */
  isShort?: boolean;
  /** This column names the row. */
  heading?: boolean;
  /**
   * Position in a compact card: first line (`start`, `end`), the next line (`rest`, `foot`), with its title (`label`), or hidden
   * (`none`).
   */
  card?: 'start' | 'end' | 'rest' | 'foot' | 'label' | 'none';
  /** Empty in this row; a compact card omits it. */
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
  /** The address of the list in another order. */
  sortHref?: (sort: Sort) => string;
  /** Shown without rows. */
  empty: ReactNode;
  foot?: ReactNode;
  /** Compact cards on a phone, laid out by `card`. */
  cards?: 'compact';
  /** Cached rows (`cached.tsx`). */
  rowMarkup?: (row: Row, element: () => ReactElement) => string;
};

/** A table with sort links; on a phone each row becomes a card of labeled values. */
export function Table<Row>(props: TableProps<Row>): ReactElement {
  const { caption, captionHidden, columns, rows, rowKey, sort, sortHref, empty, foot, cards, rowMarkup } = props;
  // A wide table scrolls; without focusable content the keyboard needs the frame.
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

/** Previous and next page; nothing for a single page. */
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
