import { type ReactElement, type ReactNode, useId } from 'react';
import { preinitModule } from 'react-dom';
import { usePage } from './page.tsx';
import { type Column, type Sort, Table } from './table.tsx';

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
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  sort: Sort;
  sortHref: (sort: Sort) => string;
  empty: ReactNode;
}): ReactElement {
  const { name, status, ...table } = props;
  const { words, assets } = usePage();
  const id = useId();
  preinitModule(assets.manifest.runtime, { as: 'script' });
  return (
    <div className="grid-list stack-s" data-grid={name}>
      <div className="grid-tools">
        <p className="soft" role="status">
          {status}
        </p>
        <details className="grid-columns" hidden>
          <summary className="button button-quiet button-small">{words.t('ui.grid.columns')}</summary>
          <fieldset className="choices">
            <legend className="visually-hidden">{words.t('ui.grid.columns')}</legend>
            {props.columns.map((column, index) =>
              column.heading ? null : (
                <label className="check" key={column.key} htmlFor={`${id}-${column.key}`}>
                  <input id={`${id}-${column.key}`} type="checkbox" value={column.key} data-at={index} defaultChecked />
                  <span>{column.title}</span>
                </label>
              ),
            )}
          </fieldset>
        </details>
      </div>
      <Table {...table} captionHidden />
    </div>
  );
}
