import type { FileColumn } from '#src/files/tables/cells.ts';
import { fileNameOf, tableFile, tableResponse } from '#src/files/tables/table-file.ts';
import { dateIn } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type FilterErrors, type ListAbout, type Listing, type ListView, questionOfView, viewOf } from './listing.ts';

type Call = { deps: Pick<Deps, 'read' | 'write'>; query: URLSearchParams };
type FileCall = { deps: Pick<Deps, 'read' | 'write' | 'log' | 'clock'>; query: URLSearchParams };

/** A page of a list for `List` of `src/web/list/list-page.tsx`. */
export type ListData<Row, About extends ListAbout, Name extends string = string> = {
  listing: Listing<Row, About, Name>;
  about: About;
  view: ListView<Name>;
  filterErrors: FilterErrors;
  rows: readonly Row[];
  count: number;
  /** There are more than were counted. */
  isMore: boolean;
  pages: number;
};

export async function listData<Row, About extends ListAbout, Name extends string>(
  { deps, query }: Call,
  listing: Listing<Row, About, Name>,
  about: NoInfer<About>,
): Promise<ListData<Row, About, Name>> {
  const view = viewOf(listing, query, about);
  const { question, also, filterErrors } = questionOfView(listing, view, about);
  const limit = listing.rowsOnAPage;
  const find = (page: number) =>
    listing.find(deps, { ...question, offset: (page - 1) * limit, limit }, about, { also, forPage: true });
  let found = await find(view.page);
  const { count, isMore } = found;
  const pages = Math.max(1, Math.ceil(count / limit));
  // Beyond the end shows the last page.
  const page = Math.min(view.page, pages);
  if (page !== view.page && count > 0) found = await find(page);
  const rows = await listing.read(deps.read, found.ids, about);
  return { listing, about, view: { ...view, page }, filterErrors: filterErrors, rows, count, isMore, pages };
}

/** The ids that an address selects, at most `most`. */
export function listedIds<Row, About extends ListAbout, Name extends string>(
  { deps, query }: Call,
  listing: Listing<Row, About, Name>,
  about: NoInfer<About>,
  most: number,
) {
  const { question, also } = questionOfView(listing, viewOf(listing, query, about), about);
  return listing.find(deps, { ...question, offset: 0, limit: most }, about, { also, forPage: false });
}

/** The limit of spreadsheets. */
const maxRows = 1_048_575;
const rowsAtOnce = 500;

/** Streams all pages of a list as CSV or, with `format=xlsx`, as a workbook; `without` names the hidden columns. */
export async function listFile<Row, About extends ListAbout, Name extends string>(
  call: FileCall,
  listing: Listing<Row, About, Name>,
  about: NoInfer<About>,
): Promise<Response> {
  const { ids } = await listedIds(call, listing, about, maxRows);
  const format = call.query.get('format') === 'xlsx' ? 'xlsx' : 'csv';
  const hidden = new Set((call.query.get('without') ?? '').split(','));
  const shown = listing.columns(about).filter(({ key, text, heading }) => text && (heading || !hidden.has(key)));
  const columns = shown.map(({ title, fileTitle = title, text, typed }): FileColumn<Row> => {
    const asText = { kind: 'text', of: (row: Row) => text?.(row) ?? '' } as const;
    // Sums are numbers in both formats: a negative text would be defused as a formula.
    return { title: fileTitle, ...(typed && (format === 'xlsx' || typed.kind === 'money') ? typed : asText) };
  });
  const { name: sheet = 'list', title } = listing.file?.(about) ?? {};
  const today = () => dateIn(call.deps.clock(), about.i18n.timeZone);
  const name = title === undefined ? sheet : fileNameOf(title, sheet, today());
  const table = tableFile({ name, sheet, locale: about.i18n.locale, columns }, async function* () {
    for (let at = 0; at < ids.length; at += rowsAtOnce)
      yield await listing.read(call.deps.read, ids.slice(at, at + rowsAtOnce), about);
  });
  return tableResponse(table, format, call.deps.log);
}
