import type { ReactElement, ReactNode } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { tableFileOf, tableFormats, tableResponse } from '#src/files/tables/table-file.ts';
import { Problem } from '#src/kernel/problem.ts';
import { columnControl } from '#src/web/forms/column-choice.tsx';
import { fieldErrors, postedText } from '#src/web/forms/own-form.ts';
import { refusalText } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import type { PageCall } from '#src/web/http.ts';
import { positive } from '#src/web/list/listing.ts';
import { changeImport, type ImportCaller, readList, saveImport } from '../imports.ts';
import { columnsFault, ignoredColumn, importFields } from '../rules/fields.ts';
import { lineOutcomes } from '../rules/line.ts';
import type { ParticipantImport } from '../schema.ts';
import { allowedValues, fieldLabel } from '../texts.ts';
import { ColumnsForm, importPath, Preview, type Room, UploadForm } from './views.tsx';

const callerOf = ({ call, viewer, i18n }: Room): ImportCaller => {
  const { deps, clientAddress, now } = call;
  return { deps, viewer, clientAddress, now, i18n };
};

export function showUpload(room: Room, error: string | null = null, below: ReactNode = null): Promise<Response> {
  const { call, i18n, isOwn } = room;
  const refused =
    call.query.get('refused') === 'FILE_SIZE_LIMIT_EXCEEDED' ? i18n.t('problem.FILE_SIZE_LIMIT_EXCEEDED') : null;
  const title = i18n.t(isOwn ? 'participantImports.own.title' : 'participantImports.title');
  return room.show(title, <UploadForm room={room} error={error ?? refused} below={below} />, error ? 400 : 200);
}

/** Reads the posted file, and leads to its columns where some are unknown, else to its lines. */
export async function upload(room: Room, below: ReactNode = null): Promise<Response> {
  const { call, catalog, i18n, isOwn } = room;
  const file = call.form.get('file');
  if (!(file instanceof File) || file.size === 0)
    return showUpload(room, i18n.t('participantImports.fault.missing'), below);
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const caller = callerOf(room);
    const list = await readList(caller, catalog, { bytes, name: file.name }, null, { isOwn });
    const { record } = await saveImport(caller, catalog, list, { isOwn });
    const path = importPath(room, record);
    return call.redirect(needsColumns(catalog, record) ? `${path}/columns` : path);
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'NOT_FOUND') throw error;
    const fault = `participantImports.fault.${String(error.details.fault)}`;
    return showUpload(room, i18n.has(fault) ? i18n.t(fault) : refusalText(error, i18n), below);
  }
}

const needsColumns = (catalog: Catalog, { fields }: ParticipantImport): boolean =>
  fields.includes(null) || columnsFault(fields, importFields(catalog)) !== null;

export function showColumns(room: Room, record: ParticipantImport, state?: FormState): Promise<Response> | Response {
  if (record.orderId !== null) return room.call.redirect(importPath(room, record));
  const { i18n } = room;
  return room.show(
    i18n.t('participantImports.columns.title'),
    <ColumnsForm {...{ room, record, state }} />,
    formStatus(state),
  );
}

export async function saveColumns(room: Room, record: ParticipantImport): Promise<Response> {
  const { call, catalog, i18n } = room;
  const known = importFields(catalog);
  const keys = [ignoredColumn, ...known.map(({ key }) => key)];
  const fields = record.heads.map((_, at) => keys.find((key) => key === postedText(call, columnControl(at))) ?? null);
  const errors: Record<string, string> = {};
  for (const [at, field] of fields.entries())
    if (field === null) errors[columnControl(at)] = i18n.t('participantImports.columns.error.missing');
  const fault = columnsFault(fields, known);
  if (fault === 'twice') {
    const again = fields.findIndex((field, at) => field !== ignoredColumn && fields.indexOf(field) < at);
    errors[columnControl(again)] = i18n.t('participantImports.columns.error.twice');
  }
  if (Object.keys(errors).length === 0 && fault)
    errors[columnControl(0)] = i18n.t(`participantImports.columns.error.${fault}`);
  if (Object.keys(errors).length > 0) return showColumns(room, record, fieldErrors(call, errors).state);
  await changeImport(callerOf(room), catalog, record, fields);
  return call.redirect(importPath(room, record));
}

/** Decides the lines again, after a refusal showed that the stored outcome is outdated. */
export const decideAgain = (room: Room, record: ParticipantImport): Promise<void> =>
  changeImport(callerOf(room), room.catalog, record, record.fields);

export function showPreview(
  room: Room,
  record: ParticipantImport,
  booking: ReactElement | null,
  status: 200 | 400 | 409 | 429 = 200,
): Promise<Response> | Response {
  const { call, catalog, i18n } = room;
  const columns = `${importPath(room, record)}/columns`;
  if (record.orderId === null && columnsFault(record.fields, importFields(catalog)) !== null)
    return call.redirect(columns);
  const outcome = lineOutcomes.find((each) => each === call.query.get('outcome')) ?? null;
  const page = positive(call.query.get('page')) ?? 1;
  const title = i18n.t(
    record.orderId === null ? 'participantImports.preview.title' : 'participantImports.booked.title',
  );
  return room.show(title, <Preview {...{ room, record, outcome, page, booking }} />, status);
}

const format = ({ query }: Pick<PageCall, 'query'>) =>
  tableFormats.find((each) => each === query.get('format')) ?? 'csv';

/** A file with one column for each field; possible values stand in brackets. */
export function templateFile({ call, catalog, i18n }: Room): Response {
  const columns = importFields(catalog).map((field) => {
    const values = allowedValues(field, catalog, i18n).join(' / ');
    const title = fieldLabel(field, i18n);
    const hasValues = values !== '' && values.length <= longestValues;
    return { title: hasValues ? `${title} (${values})` : title, kind: 'text' as const, of: () => '' };
  });
  const name = `${i18n.t('participantImports.template.name')}-${catalog.event.id}`;
  return tableResponse(tableFileOf({ name, locale: i18n.locale, columns }, []), format(call), call.deps.log);
}
const longestValues = 120;

/** The lines that are not registered, with the heads of the file and the reasons, to correct and upload again. */
export function restFile({ call, i18n }: Room, record: ParticipantImport): Response {
  const rest = record.lines
    .filter(({ outcome }) => outcome !== 'new')
    .map(({ line, errors }) => ({
      cells: record.fileRows.find((row) => row.line === line)?.cells ?? [],
      reason: errors.join(' '),
    }));
  type Row = (typeof rest)[number];
  const columns = [
    ...record.heads.map((title, at) => ({ title, kind: 'text' as const, of: ({ cells }: Row) => cells[at] ?? '' })),
    { title: i18n.t('participantImports.column.reason'), kind: 'text' as const, of: ({ reason }: Row) => reason },
  ];
  const about = { name: i18n.t('participantImports.restName'), locale: i18n.locale, columns };
  return tableResponse(tableFileOf(about, rest), format(call), call.deps.log);
}
