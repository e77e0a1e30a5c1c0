import type { ReactElement } from 'react';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { type ColumnField, columnFields, type TableView } from '../../bank-files/table-columns.ts';
import { columnsPath, importsPath } from './paths.ts';

const examples = 3;

export const controlOf = (at: number): string => `column${at + 1}`;
const nameOf = (i18n: Translator, name: string, at: number): string =>
  name || i18n.t('imports.columns.nameless', { number: at + 1 });

type Props = { table: TableView; token: string; name: string; state: FormState | undefined };

/** Per column of a bank's list: its name, example values, and the choice of a field. */
export function ColumnsPage({ table, token, name, state }: Props): ReactElement {
  const { i18n, csrfToken } = usePage();
  const fields = Object.keys(columnFields) as ColumnField[];
  const options = fields.map((value) => ({ value, label: i18n.t(`imports.columns.field.${value}` as MessageKey) }));
  const rows = table.names.map((title, at) => ({
    at,
    title: nameOf(i18n, title, at),
    shown: table.rows.map((cells) => cells[at] ?? '').filter((cell) => cell !== ''),
    chosen: table.fields[at] ?? table.suggested[at] ?? '',
    isUnknown: table.fields[at] === null,
  }));
  const unknown = rows.filter(({ isUnknown }) => isUnknown).map(({ title }) => title);
  return (
    <div className="stack">
      {unknown.length > 0 && !state ? (
        <Alert tone="wait">
          {i18n.t('imports.columns.unknown', { count: unknown.length, names: unknown.join(', ') })}
        </Alert>
      ) : null}
      <p>{i18n.t('imports.columns.hint', { name })}</p>
      <Form action={columnsPath(token)} csrfToken={csrfToken} state={state}>
        <input type="hidden" name="file" value={token} />
        <Table
          caption={i18n.t('imports.columns.caption')}
          captionHidden
          columns={[
            { key: 'name', title: i18n.t('imports.columns.column'), heading: true, cell: ({ title }) => title },
            {
              key: 'rows',
              title: i18n.t('imports.columns.rows'),
              cell: ({ shown }) => <span className="import-text">{shown.slice(0, examples).join(' · ') || '–'}</span>,
            },
            {
              key: 'field',
              title: i18n.t('imports.columns.holds'),
              cell: ({ at, title, chosen }) => (
                <SelectField
                  name={controlOf(at)}
                  label={<span className="visually-hidden">{i18n.t('imports.columns.fieldOf', { name: title })}</span>}
                  options={options}
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
        <p className="soft">{i18n.t('imports.columns.remembered')}</p>
        <div className="form-actions">
          <Button>{i18n.t('imports.columns.go')}</Button>
          <ButtonLink href={importsPath} look="quiet">
            {i18n.t('imports.preview.cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
