import { type ReactElement, type ReactNode, useId } from 'react';
import { preinitModule } from 'react-dom';
import { usePage } from './page.tsx';
import { type Column, type Sort, Table } from './table.tsx';

export type GridColumn<Row> = Column<Row> & {
  /** Not shown until somebody chooses it, where a script lets people choose. */
  isLater?: boolean;
  /** The same as a text, for the file of the list. */
  text?: (row: Row) => string;
};
/** Rows that one may tick for the form of this id, each by its key under this name. */
export type GridSelection<Row> = { form: string; name: string; label: (row: Row) => string };

/**
 * The list of a management page. It is a table with links; in the browser, `islands/grid.ts` lets people choose columns
 * and narrows the list while they type into the form marked `data-grid-filter`.
 */
export function Grid<Row>(props: {
  /** What the choice of columns is remembered by. */
  name: string;
  caption: string;
  /** How many there are, said politely whenever it changes. */
  status: ReactNode;
  columns: readonly GridColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sort: Sort;
  sortHref: (sort: Sort) => string;
  empty: ReactNode;
  selection?: GridSelection<Row>;
  /** Beside the choice of columns, such as the link to the file; `data-grid-export` is told of the hidden columns. */
  tools?: ReactNode;
}): ReactElement {
  const { name, status, selection, tools, ...table } = props;
  const { words, assets } = usePage();
  const id = useId();
  preinitModule(assets.manifest.runtime, { as: 'script' });
  return (
    <div className="grid-list stack-s" data-grid={name} data-all={selection ? words.t('ui.grid.selectAll') : undefined}>
      <div className="grid-tools">
        <p className="soft" role="status">
          {status}
        </p>
        {tools}
        <details className="grid-columns" hidden>
          <summary className="button button-quiet button-small">{words.t('ui.grid.columns')}</summary>
          <fieldset className="choices">
            <legend className="visually-hidden">{words.t('ui.grid.columns')}</legend>
            {props.columns.map((column, index) =>
              column.heading ? null : (
                <label className="check" key={column.key} htmlFor={`${id}-${column.key}`}>
                  <input
                    id={`${id}-${column.key}`}
                    type="checkbox"
                    value={column.key}
                    data-at={index + (selection ? 1 : 0)}
                    defaultChecked={!column.isLater}
                  />
                  <span>{column.title}</span>
                </label>
              ),
            )}
          </fieldset>
        </details>
      </div>
      <Table
        {...table}
        columns={
          selection ? [tickColumn(selection, props.rowKey, words.t('ui.grid.select')), ...table.columns] : table.columns
        }
        captionHidden
      />
    </div>
  );
}

function tickColumn<Row>(
  { form, name, label }: GridSelection<Row>,
  rowKey: (row: Row) => string | number,
  title: string,
): Column<Row> {
  return {
    key: 'tick',
    title,
    cell: (row) => (
      <label className="check tick">
        <input type="checkbox" form={form} name={name} value={rowKey(row)} />
        <span className="visually-hidden">{label(row)}</span>
      </label>
    ),
  };
}
