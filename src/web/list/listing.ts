import { and, type SQL } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import type { FileColumn } from '#src/files/tables/cells.ts';
import { isCalendarDate, zonedInstant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { parseDate, readCents } from '#src/ui/format.ts';
import type { Column, Sort } from '#src/ui/table.tsx';
import type { Found } from './find.ts';
import type { Condition, ListQuestion } from './query.ts';

/** Days of a filter begin and end in the translator's time zone. */
export type ListAbout = { i18n: Translator };

export type ListColumn<Row> = Omit<Column<Row>, 'cell'> & {
  /** Defaults to the text, or a dash. */
  cell?: Column<Row>['cell'];
  /** Hidden until it is chosen. */
  isLater?: boolean;
  /** The text for files; columns without one are not exported. */
  text?: (row: Row) => string;
  /** A typed cell for workbooks: number, sum, date. Defaults to the text. */
  typed?: Omit<FileColumn<Row>, 'title'>;
  /** The title in files, if it differs. */
  fileTitle?: string;
};

export const visibleColumns = <Row>(columns: readonly ListColumn<Row>[]): (ListColumn<Row> & Column<Row>)[] =>
  columns.map((column) => {
    const text = column.text && ofTheLast(column.text);
    return {
      isEmpty: (row) => ['', '–'].includes(text?.(row) ?? ' '),
      ...(column.isLater ? { card: 'none' as const } : {}),
      ...column,
      cell: column.cell ?? ((row) => text?.(row) || '–'),
    };
  });

/** Caches the last text, because a cell asks for it twice. */
function ofTheLast<Row>(text: (row: Row) => string): (row: Row) => string {
  let last: { row: Row; text: string } | null = null;
  return (row) => {
    if (last?.row !== row) last = { row, text: text(row) };
    return last.text;
  };
}

type Kind<About> =
  | { as: 'search' | 'text' | 'email' | 'day' | 'sum' }
  /** One of these values, labeled by `say`; `none` labels the empty choice. */
  | {
      as: 'choice';
      values: readonly string[] | ((i18n: Translator) => readonly string[]);
      say: Say;
      none?: MessageKey;
    }
  /** One of these records by id; hidden when there are none. */
  | { as: 'record'; records: (about: About) => readonly { id: number; title: string }[]; none?: MessageKey }
  /** A checkbox with this value. */
  | { as: 'tick'; value: string };
type Say = (value: string, i18n: Translator) => string;

/** A filter by its query parameter, which is also the form's field name. */
export type ListFilter<About> = Kind<About> & {
  label: MessageKey;
  /** Folded unless it is used. */
  isMore?: true;
  /** The compared field, by default its own name. */
  field?: string;
  type?: NonNullable<Condition['type']>;
  /** Replaces the comparison of a field. */
  where?: (value: string, about: About, filters: Readonly<Record<string, string>>) => SQL | readonly Condition[];
  /** Conditions while the filter is empty. */
  unasked?: readonly Condition[];
  isOffered?: (about: About) => boolean;
  /** Always has a value, which does not count as a filter. */
  always?: (about: About) => string;
};

/** A management list: address, form, table, order and file in one definition. */
export type Listing<Row, About extends ListAbout, Name extends string = string> = {
  path: (about: About) => string;
  /** Without it the list has no file. With a `title` (of an event) the file is named after it and the day. */
  file?: (about: About) => { path: string; name: string; title?: string };
  /** The storage name of the column choice. */
  name: (about: About) => string;
  rowsOnAPage: number;
  /** On a phone rows become compact cards without titles. */
  cards?: 'compact';
  /** On a wide screen a row opens the link marked `data-opens` beside the list. */
  beside?: true;
  filters: Readonly<Record<Name, ListFilter<About>>>;
  /** The default order of `find`. */
  first: Sort;
  /**
   * Cells depend only on the row, the language and the columns, so unchanged rows are not rendered again (`src/ui/cached.tsx`).
   */
  isKept?: true;
  /** Sortable ones are fields of the list. */
  columns: (about: About) => readonly ListColumn<Row>[];
  rowKey: (row: Row) => string | number;
  find: (
    shop: Pick<Deps, 'read' | 'write'>,
    question: ListQuestion,
    about: About,
    more: { also: SQL | undefined; forPage: boolean },
  ) => Promise<Found>;
  /** In the order of `ids`. */
  read: (reader: Reader, ids: readonly number[], about: About) => Promise<readonly Row[]>;
  texts: {
    caption: MessageKey;
    /** With `count`. */
    count: MessageKey;
    empty: MessageKey;
    emptyFiltered: MessageKey;
  };
};

export type ListView<Name extends string = string> = {
  /** As typed; empty: unset. */
  filters: Readonly<Record<Name, string>>;
  sort: Sort;
  page: number;
};

export const positive = (text: string | null | undefined): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

export const choicesOf = (values: readonly string[] | ((i18n: Translator) => readonly string[]), i18n: Translator) =>
  typeof values === 'function' ? values(i18n) : values;

/** Parses a view from an address; ignores unknown values. */
export function viewOf<Row, About extends ListAbout, Name extends string>(
  listing: Listing<Row, About, Name>,
  query: URLSearchParams,
  about: About,
): ListView<Name> {
  const valueIn = (name: Name): string => {
    const filter: ListFilter<About> = listing.filters[name];
    if (filter.always) return filter.always(about);
    const value = (query.get(name) ?? '').trim().slice(0, 200);
    if (filter.as === 'record') return positive(value) === null ? '' : value;
    if (filter.as === 'tick') return value === filter.value ? value : '';
    if (filter.as === 'choice') return choicesOf(filter.values, about.i18n).includes(value) ? value : '';
    return value;
  };
  const names = Object.keys(listing.filters) as Name[];
  const field = query.get('sort') ?? '';
  const isKnown =
    field === listing.first.field || listing.columns(about).some(({ key, sortable }) => sortable && key === field);
  return {
    filters: Object.fromEntries(names.map((name) => [name, valueIn(name)])) as ListView<Name>['filters'],
    sort: isKnown ? { field, direction: query.get('dir') === 'desc' ? 'desc' : 'asc' } : listing.first,
    page: Math.min(positive(query.get('page')) ?? 1, 100_000),
  };
}

type Any<About extends ListAbout> = Pick<Listing<never, About>, 'filters' | 'first' | 'path'>;

export const isFirstOrder = ({ first }: { first: Sort }, { sort }: Pick<ListView, 'sort'>): boolean =>
  sort.field === first.field && sort.direction === first.direction;

export const isFiltered = <About extends ListAbout>({ filters }: Any<About>, view: ListView): boolean =>
  Object.entries(view.filters).some(([name, value]) => value !== '' && !filters[name]?.always);

/** The address of a view or of an action on it. */
export function addressOf<About extends ListAbout>(
  listing: Any<About>,
  about: About,
  view: ListView,
  change: Partial<ListView> = {},
  path: string = listing.path(about),
): string {
  const { filters, sort, page } = { ...view, ...change };
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  if (!isFirstOrder(listing, { sort })) {
    query.set('sort', sort.field);
    query.set('dir', sort.direction);
  }
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}

/** Unreadable filters: reported beside the field and ignored by the list. */
export type FilterErrors = Readonly<Record<string, 'date' | 'sum'>>;

/** The database query of a view, without paging. */
export function questionOfView<About extends ListAbout>(
  listing: Any<About>,
  { filters, sort }: ListView,
  about: About,
): { question: Omit<ListQuestion, 'offset' | 'limit'>; also: SQL | undefined; filterErrors: FilterErrors } {
  const filterErrors: Record<string, 'date' | 'sum'> = {};
  const conditions: Condition[] = [];
  const also: SQL[] = [];
  let q = '';
  for (const [name, filter] of Object.entries(listing.filters)) {
    const value = filters[name] ?? '';
    if (value === '') {
      conditions.push(...(filter.unasked ?? []));
      continue;
    }
    if (filter.as === 'search') {
      q = value;
      continue;
    }
    const compared = comparedValue(filter, value, about.i18n);
    if (compared === null) filterErrors[name] = filter.as === 'sum' ? 'sum' : 'date';
    else {
      const asked = filter.where?.(value, about, filters) ?? [
        { field: filter.field ?? name, type: filter.type ?? 'eq', value: compared },
      ];
      if (Array.isArray(asked)) conditions.push(...asked);
      else also.push(asked as SQL);
    }
  }
  const dir = sort.direction;
  const order = isFirstOrder(listing, { sort })
    ? []
    : [
        { field: sort.field, dir },
        { field: 'id', dir },
      ];
  return { question: { conditions, order, q }, also: and(...also), filterErrors: filterErrors };
}

/** null: unreadable. An end day is inclusive. */
function comparedValue<About>(filter: ListFilter<About>, value: string, { locale, timeZone }: Translator) {
  if (filter.as === 'sum') return readCents(value, locale);
  if (filter.as !== 'day') return value;
  const day = parseDate(value, locale);
  const [year = 0, month = 1, date = 1] = (day ?? '').split('-').map(Number);
  const edge = new Date(Date.UTC(year, month - 1, date + (filter.type === 'lt' ? 1 : 0))).toISOString().slice(0, 10);
  return day !== null && isCalendarDate(edge) ? zonedInstant(edge, 0, 0, timeZone) : null;
}
