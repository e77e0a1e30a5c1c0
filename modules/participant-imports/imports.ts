import { and, desc, eq, isNull, lte, notInArray } from 'drizzle-orm';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import type { FileKind } from '#src/files/sandbox/file-kind.ts';
import { fingerprintOf } from '#src/files/tables/read-table.ts';
import { fieldsGiven } from '#src/kernel/column-heads.ts';
import { type FieldErrors, refuseFields } from '#src/kernel/problem.ts';
import { hours, type Instant, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type Evaluation, evaluateList } from './evaluate-list.ts';
import { columnsFault, headsOf, ignoredColumn, importFields, recognizedFields } from './rules/fields.ts';
import type { FileRow } from './rules/line.ts';
import { refuse } from './rules/problems.ts';
import { type ListAnswer, type ListOptions, refuseFile } from './sandbox.ts';
import { type ParticipantImport, participantImportColumns, participantImports } from './schema.ts';
import { fieldLabel } from './texts.ts';

export type ImportCaller = {
  deps: Pick<Deps, 'read' | 'write' | 'sandbox' | 'config'>;
  viewer: Viewer;
  clientAddress: string;
  i18n: Translator;
  now: Instant;
};
export type GivenColumns = Readonly<Record<string, string>>;
type Uploaded = { bytes: Uint8Array; name: string };
/** `isOwn`: a buyer's group registration. */
type Purpose = { isOwn: boolean };

const listFile: FileKind<ListOptions, FileRow, ListAnswer> = {
  name: 'participants',
  refuseCostly: () => refuseFile('tooCostly'),
};

/** How long an import waits to be booked; its names are deleted afterwards. */
const importLifetimeMs = hours(24);
/** Per person and event, so that uploads cannot fill the database. */
const maxWaiting = 20;

const ownerOf = ({ viewer }: Pick<ImportCaller, 'viewer'>, { isOwn }: Purpose): string =>
  isOwn ? String(viewer.userId) : 'event';

type ReadList = Pick<ParticipantImport, 'fileName' | 'heads' | 'fileRows' | 'fields'>;

/**
 * Reads a list. Its columns are given, else chosen before for the same heads, else recognized.
 * @throws Problem VALIDATION_FAILED with `details.fault`, or at `columns`; TOO_MANY_REQUESTS
 */
export async function readList(
  caller: ImportCaller,
  catalog: Catalog,
  file: Uploaded,
  given: GivenColumns | null,
  purpose: Purpose,
): Promise<ReadList> {
  const { deps, viewer } = caller;
  const known = importFields(catalog);
  const options = { heads: [...new Set(known.flatMap(headsOf))] };
  const { records: fileRows, answer } = await deps.sandbox.read(listFile, viewer.userId, file.bytes, options);
  const { heads } = answer;
  const [saved] = await deps.read
    .select({ fields: participantImportColumns.fields })
    .from(participantImportColumns)
    .where(
      and(
        eq(participantImportColumns.eventId, catalog.event.id),
        eq(participantImportColumns.owner, ownerOf(caller, purpose)),
        eq(participantImportColumns.fingerprint, fingerprintOf(heads)),
      ),
    );
  // A question may have been deleted since.
  const before =
    saved && columnsFault(saved.fields, known) !== 'unknown' ? saved.fields : recognizedFields(heads, known);
  const chosen = given ? fieldsGiven(heads, given) : [];
  if (!chosen) return refuseFields({ columns: ['participantImports.columns.error.unknown'] });
  const taken = new Set(chosen.filter((field) => field !== undefined));
  const fields = heads.map((_, at) => {
    const own = before[at] ?? null;
    const isEmpty = fileRows.every(({ cells }) => (cells[at] ?? '') === '');
    return chosen[at] ?? (own !== null && taken.has(own) ? null : own) ?? (isEmpty ? ignoredColumn : null);
  });
  return { fileName: file.name.slice(0, 100), heads, fileRows, fields };
}

/** @throws Problem VALIDATION_FAILED at `columns` */
export function requireColumns(
  catalog: Catalog,
  { heads, fields }: Pick<ReadList, 'heads' | 'fields'>,
  i18n: Translator,
): void {
  const known = importFields(catalog);
  const fault = columnsFault(fields, known);
  if (fault === null) return;
  const errors: FieldErrors = { columns: [`participantImports.columns.error.${fault}`] };
  const names = Object.fromEntries(known.map((field) => [field.key, fieldLabel(field, i18n)]));
  refuse('VALIDATION_FAILED', { fault: `columns.${fault}`, fields: errors, columns: { heads, fields, known: names } });
}

/** Stores a list with its outcome, and its columns for the next file with these heads. */
export async function saveImport(
  caller: ImportCaller,
  catalog: Catalog,
  list: ReadList,
  purpose: Purpose,
): Promise<{ record: ParticipantImport; evaluation: Evaluation }> {
  const { deps, viewer } = caller;
  const evaluation = await evaluated(caller, catalog, list, purpose);
  const record = await deps.write(async (work) => {
    const eventId = catalog.event.id;
    const [made] = await work.tx
      .insert(participantImports)
      .values({ ...list, ...purpose, ...outcomeOf(evaluation), eventId, userId: viewer.userId, createdAt: work.now })
      .returning();
    await forgetMany(work, { eventId, userId: viewer.userId });
    if (columnsFault(list.fields, importFields(catalog)) === null)
      await rememberColumns(work, caller, catalog, list, purpose);
    return made ?? refuse('NOT_FOUND');
  });
  return { record, evaluation };
}

/** Decides the lines again, with other columns or after places came and went. @throws Problem NOT_FOUND once it is booked */
export async function changeImport(
  caller: ImportCaller,
  catalog: Catalog,
  record: ParticipantImport,
  fields: readonly (string | null)[],
): Promise<void> {
  const list = { ...record, fields };
  const evaluation = await evaluated(caller, catalog, list, record);
  await caller.deps.write(async (work) => {
    const changed = await work.tx
      .update(participantImports)
      .set({ fields, ...outcomeOf(evaluation) })
      .where(and(eq(participantImports.id, record.id), isNull(participantImports.orderId)))
      .returning({ id: participantImports.id });
    if (changed.length === 0) refuse('NOT_FOUND');
    await rememberColumns(work, caller, catalog, list, record);
  });
}

/** A list without names is stored as it is, until its columns are chosen. */
async function evaluated(
  { deps, viewer, clientAddress, i18n, now }: ImportCaller,
  catalog: Catalog,
  { fileRows: rows, fields }: ReadList,
  { isOwn }: Purpose,
): Promise<Evaluation> {
  if (columnsFault(fields, importFields(catalog)) !== null) return { lines: [], teams: [], quote: null, refusal: null };
  return evaluateList(deps, catalog, { rows, fields }, { buyer: isOwn ? viewer : null, clientAddress, i18n, now });
}

const outcomeOf = ({ lines, teams, quote, refusal }: Evaluation) => ({
  ...{ lines, teams, total: quote?.totalPrice ?? null },
  ...{ items: quote?.orderItems ?? [], refusal: refusal?.code ?? null },
});

async function rememberColumns(
  { tx, now }: Work,
  caller: ImportCaller,
  { event }: Catalog,
  { heads, fields }: ReadList,
  purpose: Purpose,
): Promise<void> {
  const { eventId, owner, fingerprint } = participantImportColumns;
  const key = { eventId: event.id, owner: ownerOf(caller, purpose), fingerprint: fingerprintOf(heads) };
  await tx
    .insert(participantImportColumns)
    .values({ ...key, fields, updatedAt: now })
    .onConflictDoUpdate({ target: [eventId, owner, fingerprint], set: { fields, updatedAt: now } });
}

/** @throws Problem NOT_FOUND for an import of another event, of another buyer, or one that was deleted */
export async function importOf(
  reader: Reader | Tx,
  { importId, eventId, buyerId }: { importId: number; eventId: number; buyerId: number | null },
): Promise<ParticipantImport> {
  const [record] = await reader.select().from(participantImports).where(eq(participantImports.id, importId));
  const isWhose = record && record.eventId === eventId && (record.isOwn ? record.userId : null) === buyerId;
  return isWhose ? record : refuse('NOT_FOUND');
}

/** Waiting and booked imports of the organizer, latest first. */
export const recentImports = (
  reader: Reader,
  eventId: number,
): Promise<Pick<ParticipantImport, 'id' | 'fileName' | 'lines' | 'createdAt' | 'orderId'>[]> =>
  reader
    .select({
      id: participantImports.id,
      fileName: participantImports.fileName,
      lines: participantImports.lines,
      createdAt: participantImports.createdAt,
      orderId: participantImports.orderId,
    })
    .from(participantImports)
    .where(and(eq(participantImports.eventId, eventId), eq(participantImports.isOwn, false)))
    .orderBy(desc(participantImports.id))
    .limit(maxWaiting);

const waitingOf = ({ eventId, userId }: { eventId: number; userId: number }) =>
  and(
    eq(participantImports.eventId, eventId),
    eq(participantImports.userId, userId),
    isNull(participantImports.orderId),
  );

async function forgetMany({ tx }: Work, uploader: { eventId: number; userId: number }): Promise<void> {
  const newest = tx
    .select({ id: participantImports.id })
    .from(participantImports)
    .where(waitingOf(uploader))
    .orderBy(desc(participantImports.id))
    .limit(maxWaiting);
  await tx.delete(participantImports).where(and(waitingOf(uploader), notInArray(participantImports.id, newest)));
}

/** Deletes imports after a day: names of people who were never entered, and of refused lines. */
export async function forgetOldImports({ tx, now }: Work): Promise<void> {
  await tx.delete(participantImports).where(lte(participantImports.createdAt, instant(now - importLifetimeMs)));
}
