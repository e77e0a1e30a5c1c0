import type { ReactElement } from 'react';
import { Problem } from '#src/kernel/problem.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { ColumnChoice, columnControl, columnTitle } from '#src/web/forms/column-choice.tsx';
import { fieldErrors, postedText } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { type ColumnField, columnFields, doubledBankField, type TableView } from '../../bank-files/table-columns.ts';
import { pendingFile, readToEnd, saveColumns, viewTable } from '../import-bank-file.ts';
import { refusedText } from './parts.tsx';
import { columnsPath, importsPath, previewPath } from './paths.ts';

type Call = PageCall<'import.run'>;
type Uploaded = { token: string; name: string; bytes: Uint8Array; table: TableView };

const isField = (text: string): text is ColumnField => Object.hasOwn(columnFields, text);

function showColumns(call: Call, { token, name, table }: Uploaded, state?: FormState): Promise<Response> | Response {
  const title = call.i18n.t('imports.columns.title');
  return call.render(
    <ColumnsPage {...{ table, token, name, state }} />,
    { title, noIndex: true, frame: 'admin' },
    formStatus(state),
  );
}

function choiceErrors(i18n: Translator, fields: readonly (ColumnField | null)[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [at, field] of fields.entries()) {
    if (field === null) errors[columnControl(at)] = i18n.t('imports.columns.error.missing');
  }
  const doubled = doubledBankField(fields);
  if (doubled) errors[columnControl(fields.lastIndexOf(doubled))] = i18n.t('imports.columns.error.twice');
  const has = (...any: ColumnField[]) => any.some((field) => fields.includes(field));
  const isComplete = has('bookingDate') && has('amount', 'credit') && has('reference', 'payerName');
  if (Object.keys(errors).length === 0 && !isComplete)
    errors[columnControl(0)] = i18n.t('imports.columns.error.needed');
  return errors;
}

/** The uploaded file whose columns are missing, or a redirect. */
async function uploaded(call: Call, token: string): Promise<Uploaded | Response> {
  const { deps, viewer, now } = call;
  const file = await pendingFile(deps, token, viewer.userId, now);
  if (!file) return call.redirect(`${importsPath}?notice=gone`);
  const table = await viewTable(deps, file.bytes, viewer.userId);
  return table ? { ...file, token, table } : call.redirect(previewPath(token));
}

export const columnsPages: readonly PageRoute[] = [
  page({ method: 'get', path: columnsPath(), may: 'import.run' }, async (call) => {
    const found = await uploaded(call, call.query.get('file') ?? '');
    return found instanceof Response ? found : showColumns(call, found);
  }),
  page({ method: 'post', path: columnsPath(), may: 'import.run' }, async (call) => {
    const { deps, i18n, viewer } = call;
    const found = await uploaded(call, postedText(call, 'file'));
    if (found instanceof Response) return found;
    const fields = found.table.names.map((_, at) => {
      const text = postedText(call, columnControl(at));
      return isField(text) ? text : null;
    });
    const errors = choiceErrors(i18n, fields);
    if (Object.keys(errors).length > 0) return showColumns(call, found, fieldErrors(call, errors).state);
    const given = Object.fromEntries(fields.map((field, at) => [`#${at + 1}`, field ?? 'ignored']));
    try {
      // Columns by which the file cannot be read are not saved.
      const { chosen } = await readToEnd(deps, { bytes: found.bytes, name: found.name, columns: given }, viewer.userId);
      if (chosen) await deps.write((work) => saveColumns(work, chosen, viewer.userId));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'VALIDATION_FAILED') throw error;
      const wrong = { [columnControl(Math.max(0, fields.indexOf('amount')))]: refusedText(i18n, error) };
      return showColumns(call, found, fieldErrors(call, wrong).state);
    }
    return call.redirect(previewPath(found.token));
  }),
];

type Props = { table: TableView; token: string; name: string; state: FormState | undefined };

/** Per column of a bank's list: its name, example values, and the choice of a field. */
function ColumnsPage({ table, token, name, state }: Props): ReactElement {
  const { i18n, csrfToken } = usePage();
  const fields = Object.keys(columnFields) as ColumnField[];
  const options = fields.map((value) => ({ value, label: i18n.t(`imports.columns.field.${value}` as MessageKey) }));
  const columns = table.names.map((head, at) => ({
    head,
    cells: table.rows.map((cells) => cells[at] ?? ''),
    chosen: table.fields[at] ?? table.suggested[at] ?? '',
  }));
  const unknown = table.names.flatMap((head, at) => (table.fields[at] === null ? columnTitle(i18n, head, at) : []));
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
        <ColumnChoice columns={columns} options={options} />
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
