import { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { fieldErrors, postedText } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { type ColumnField, columnFields, doubledField, type TableView } from '../bank-files/table-columns.ts';
import { readToEnd, viewTable } from './import-bank-file.ts';
import { ColumnsPage, controlOf } from './pages/columns-page.tsx';
import { columnsPath, importsPath, previewPath } from './pages/paths.ts';
import { pendingFile } from './pending-files.ts';
import { refusedText } from './refused-text.ts';
import { saveColumns } from './saved-columns.ts';

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
    if (field === null) errors[controlOf(at)] = i18n.t('imports.columns.error.missing');
  }
  const doubled = doubledField(fields);
  if (doubled) errors[controlOf(fields.lastIndexOf(doubled))] = i18n.t('imports.columns.error.twice');
  const has = (...any: ColumnField[]) => any.some((field) => fields.includes(field));
  const isComplete = has('bookingDate') && has('amount', 'credit') && has('reference', 'payerName');
  if (Object.keys(errors).length === 0 && !isComplete) errors[controlOf(0)] = i18n.t('imports.columns.error.needed');
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
      const text = postedText(call, controlOf(at));
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
      const wrong = { [controlOf(Math.max(0, fields.indexOf('amount')))]: refusedText(i18n, error) };
      return showColumns(call, found, fieldErrors(call, wrong).state);
    }
    return call.redirect(previewPath(found.token));
  }),
];
