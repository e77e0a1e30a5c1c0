import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { type Option, SelectField } from '#src/ui/field.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';

/** A column of an uploaded list: its head, the cells of some lines, and its chosen or suggested field. */
export type ChoosableColumn = { head: string; cells: readonly string[]; chosen: string };

const maxExamples = 3;

/** The control of a column, counted from 0. */
export const columnControl = (at: number): string => `column${at + 1}`;

export const columnTitle = (i18n: Translator, head: string, at: number): string =>
  head || i18n.t('imports.columns.nameless', { number: at + 1 });

/** Per column its name, example values, and the choice of a field; inside a `Form`. */
export function ColumnChoice(props: { columns: readonly ChoosableColumn[]; options: readonly Option[] }): ReactElement {
  const { i18n } = usePage();
  const rows = props.columns.map(({ head, cells, chosen }, at) => ({
    ...{ at, chosen, title: columnTitle(i18n, head, at) },
    examples: cells.filter((cell) => cell !== '').slice(0, maxExamples),
  }));
  return (
    <Table
      caption={i18n.t('imports.columns.caption')}
      captionHidden
      columns={[
        { key: 'name', title: i18n.t('imports.columns.column'), heading: true, cell: ({ title }) => title },
        {
          key: 'rows',
          title: i18n.t('imports.columns.rows'),
          cell: ({ examples }) => <span className="import-text">{examples.join(' · ') || '–'}</span>,
        },
        {
          key: 'field',
          title: i18n.t('imports.columns.holds'),
          cell: ({ at, title, chosen }) => (
            <SelectField
              name={columnControl(at)}
              label={<span className="visually-hidden">{i18n.t('imports.columns.fieldOf', { name: title })}</span>}
              options={props.options}
              placeholder={i18n.t('imports.columns.choose')}
              defaultValue={chosen}
            />
          ),
        },
      ]}
      rows={rows}
      rowKey={({ at }) => at}
      empty={null}
    />
  );
}
