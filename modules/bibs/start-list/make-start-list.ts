import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Reader } from '#src/data/database.ts';
import { type Cell, type CellKind, wallCell } from '#src/files/tables/cells.ts';
import {
  fileHeaders,
  fileNameOf,
  fileResponse,
  type TableFile,
  type TableFormat,
  tableResponse,
} from '#src/files/tables/table-file.ts';
import { dateIn } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type Starter, startersOf } from '../read-people.ts';
import { type ListSort, sortPeople } from '../rules/sort.ts';
import {
  type BuiltIn,
  builtIns,
  type ColumnKey,
  dayText,
  genderText,
  inWindows1252,
  lineOf,
  type StartListLayout,
} from '../rules/start-list.ts';

type About = {
  catalog: Catalog;
  layout: StartListLayout;
  i18n: Translator;
  /** By default by number. */
  sort?: ListSort;
  /** null: all competitions. */
  competitionId?: number | null;
};
type Column = { title: string; kind: CellKind; of: (person: Starter) => Cell };

export function offeredColumns(
  { formFields, articles }: Catalog,
  i18n: Translator,
): { key: ColumnKey; label: string }[] {
  const language = i18n.locale === 'de' ? 'de' : 'en';
  return [
    ...builtIns.map((key) => ({ key, label: i18n.t(`bibs.list.column.${key}`) })),
    ...formFields.map(({ id, name }) => ({ key: `field.${id}` as const, label: name[language] || name.de })),
    ...articles.map(({ id, name }) => ({ key: `article.${id}` as const, label: name })),
  ];
}

const chosen = ({ articles }: Starter, articleId?: number): string =>
  articles
    .filter((each) => articleId === undefined || each.articleId === articleId)
    .map(({ name, variantName, quantity }) => {
      const what = articleId === undefined ? [name, variantName].filter(Boolean).join(' ') : variantName || name;
      return quantity > 1 ? `${quantity} × ${what}` : what;
    })
    .join(', ');

/** Columns of a layout. A deleted question or article leaves an empty column. */
export function columnsOf({ catalog, layout, i18n }: About): Column[] {
  const titleOf = (competitionId: number) => catalog.competitions.find(({ id }) => id === competitionId)?.title ?? '';
  const ofBuiltIn: Record<BuiltIn, Omit<Column, 'title'>> = {
    bib: { kind: 'label', of: ({ bib }) => bib },
    chip: { kind: 'text', of: ({ chip }) => chip },
    wave: { kind: 'text', of: ({ wave }) => wave },
    waveStart: {
      kind: 'text',
      of: ({ waveStart }) => wallCell(waveStart, catalog.event.timeZone)?.slice(11) ?? null,
    },
    participantId: { kind: 'number', of: ({ id }) => id },
    lastName: { kind: 'text', of: ({ lastName }) => lastName },
    firstName: { kind: 'text', of: ({ firstName }) => firstName },
    name: { kind: 'text', of: ({ lastName, firstName }) => `${lastName}, ${firstName}` },
    birthDate: { kind: 'date', of: ({ birthDate }) => birthDate },
    birthYear: { kind: 'number', of: ({ birthDate }) => (birthDate ? Number(birthDate.slice(0, 4)) : null) },
    gender: { kind: 'text', of: ({ gender }) => genderText(gender, layout.genders) },
    nation: { kind: 'text', of: ({ nation }) => nation },
    club: { kind: 'text', of: ({ club }) => club },
    competition: { kind: 'text', of: ({ competitionId }) => titleOf(competitionId) },
    competitionId: { kind: 'number', of: ({ competitionId }) => competitionId },
    team: { kind: 'text', of: ({ teamName }) => teamName },
    orderNumber: { kind: 'number', of: ({ orderId }) => orderId },
    articles: { kind: 'text', of: (person) => chosen(person) },
  };
  const labels = new Map(offeredColumns(catalog, i18n).map(({ key, label }) => [key, label]));
  return layout.columns.map(({ key, head }): Column => {
    const title = head || labels.get(key) || key;
    if (!key.includes('.')) return { title, ...ofBuiltIn[key as BuiltIn] };
    const id = Number(key.split('.')[1]);
    if (key.startsWith('article.')) return { title, kind: 'text', of: (person) => chosen(person, id) };
    const field = catalog.formFields.find((each) => each.id === id);
    const kind = field?.type === 'date' || field?.type === 'number' ? field.type : 'text';
    return {
      title,
      kind,
      // Stored values, independent of language and later renames, as in everything for timing systems.
      of: ({ answers }) => answers.find(({ fieldId }) => fieldId === id)?.value ?? null,
    };
  });
}

const textOf = (cell: Cell, kind: CellKind, { dates }: StartListLayout): string =>
  kind === 'date' && typeof cell === 'string' ? dayText(cell, dates) : String(cell ?? '');

export async function firstRows(
  { read }: Pick<Deps, 'read'>,
  about: About,
  max: number,
): Promise<{ heads: string[]; rows: string[][] }> {
  const columns = columnsOf(about);
  const people = (await listed(read, about)).slice(0, max);
  return { heads: columns.map(({ title }) => title), rows: people.map((person) => textsOf(person, columns, about)) };
}

const textsOf = (person: Starter, columns: readonly Column[], { layout }: About): string[] =>
  columns.map(({ kind, of }) => textOf(of(person), kind, layout));

/** The people of the list, sorted. */
export async function listed(
  reader: Reader,
  { catalog, layout, sort = 'bib', competitionId = null }: Omit<About, 'i18n'>,
): Promise<Starter[]> {
  const people = (await startersOf(reader, catalog.event.id, true)).filter(
    (person) =>
      (person.bib !== null || layout.withoutBib) && (competitionId === null || person.competitionId === competitionId),
  );
  const competitionIds = catalog.competitions.map(({ id }) => id);
  return sortPeople(people, sort, competitionIds);
}

/** Rows per piece of a file, between which other requests are served. */
const rowsAtOnce = 500;

async function* pieces(reader: Reader, about: About): AsyncGenerator<Starter[]> {
  const people = await listed(reader, about);
  for (let at = 0; at < people.length; at += rowsAtOnce) yield people.slice(at, at + rowsAtOnce);
}

export function startListResponse(
  deps: Pick<Deps, 'read' | 'log' | 'clock'>,
  about: About,
  format: TableFormat,
): Response {
  const { catalog, layout, i18n, competitionId } = about;
  const { event, competitions } = catalog;
  const competition = competitions.find(({ id }) => id === competitionId)?.title ?? null;
  const day = dateIn(deps.clock(), event.timeZone);
  const name = fileNameOf(event.title, competition && fileNameOf(competition), 'startlist', day);
  const columns = columnsOf(about);
  if (format === 'xlsx') {
    const table: TableFile = {
      name,
      sheet: 'startlist',
      locale: i18n.locale,
      columns: columns.map(({ title, kind }) => ({ title, kind })),
      async *pieces() {
        for await (const people of pieces(deps.read, about))
          yield people.map((person) => columns.map(({ of }) => of(person)));
      },
    };
    return tableResponse(table, 'xlsx', deps.log);
  }
  const charset = layout.encoding === 'utf8' ? 'utf-8' : 'windows-1252';
  const headers = { ...fileHeaders(name, 'csv'), 'content-type': `text/csv; charset=${charset}` };
  return fileResponse({ name, bytes: csvBytes(deps, about, columns), headers }, deps.log);
}

async function* csvBytes(
  { read }: Pick<Deps, 'read'>,
  about: About,
  columns: readonly Column[],
): AsyncGenerator<Uint8Array> {
  const { layout } = about;
  const utf8 = new TextEncoder();
  const encode = (text: string) => (layout.encoding === 'utf8' ? utf8.encode(text) : inWindows1252(text));
  // Byte order mark, by which spreadsheets recognize UTF-8.
  const mark = layout.encoding === 'utf8' ? '\uFEFF' : '';
  const heads = layout.hasHeads
    ? lineOf(
        columns.map(({ title }) => title),
        layout.separator,
      )
    : '';
  yield encode(mark + heads);
  for await (const people of pieces(read, about))
    yield encode(people.map((person) => lineOf(textsOf(person, columns, about), layout.separator)).join(''));
}
