import { create as contentDisposition } from 'content-disposition';
import { csvLine, csvMark, csvType } from '#src/kernel/csv.ts';
import type { Deps } from '#src/platform/deps.ts';
import { describeError } from '../describe-error.ts';
import { type FilterErrors, type ListAbout, type Listing, type ListView, questionOfView, viewOf } from './listing.ts';

type Call = { deps: Pick<Deps, 'read'>; query: URLSearchParams };
type FileCall = { deps: Pick<Deps, 'read' | 'log'>; query: URLSearchParams };

/** A page of a list, for `List` of `src/ui/list.tsx` to show. */
export type ShownList<Row, About extends ListAbout, Name extends string = string> = {
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

/** The page of a list that the address of a call asks for. */
export async function shownList<Row, About extends ListAbout, Name extends string>(
  { deps, query }: Call,
  listing: Listing<Row, About, Name>,
  about: NoInfer<About>,
): Promise<ShownList<Row, About, Name>> {
  const view = viewOf(listing, query, about);
  const { question, also, filterErrors } = questionOfView(listing, view, about);
  const limit = listing.rowsOnAPage;
  const find = (page: number) =>
    listing.find(deps.read, { ...question, offset: (page - 1) * limit, limit }, about, { also, forPage: true });
  let found = await find(view.page);
  const { count, isMore } = found;
  const pages = Math.max(1, Math.ceil(count / limit));
  // Fewer than when the address was kept: the last page, not an empty one.
  const page = Math.min(view.page, pages);
  if (page !== view.page && count > 0) found = await find(page);
  const rows = await listing.read(deps.read, found.ids, about);
  return { listing, about, view: { ...view, page }, filterErrors: filterErrors, rows, count, isMore, pages };
}

/** The numbers of everything that an address asks for, at most `most` of them. */
export function listedIds<Row, About extends ListAbout, Name extends string>(
  { deps, query }: Call,
  listing: Listing<Row, About, Name>,
  about: NoInfer<About>,
  most: number,
) {
  const { question, also } = questionOfView(listing, viewOf(listing, query, about), about);
  return listing.find(deps.read, { ...question, offset: 0, limit: most }, about, { also, forPage: false });
}

/** A spreadsheet takes no more lines. */
const mostRows = 1_048_575;
const rowsAtOnce = 500;

/**
 * The list as a file, all pages of it, with the columns that are shown (`without` names the others), written while it is
 * read: UTF-8 with a mark, semicolons, CRLF.
 */
export async function listFile<Row, About extends ListAbout, Name extends string>(
  call: FileCall,
  listing: Listing<Row, About, Name>,
  about: NoInfer<About>,
): Promise<Response> {
  const { ids } = await listedIds(call, listing, about, mostRows);
  const hidden = new Set((call.query.get('without') ?? '').split(','));
  const columns = listing.columns(about).filter(({ key, text, heading }) => text && (heading || !hidden.has(key)));
  const encoder = new TextEncoder();
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const heads = columns.map(({ title, fileTitle }) => fileTitle ?? title);
      controller.enqueue(encoder.encode(csvMark + csvLine(heads)));
    },
    async pull(controller) {
      const some = ids.slice(at, at + rowsAtOnce);
      at += some.length;
      if (some.length === 0) return controller.close();
      let rows: readonly Row[];
      try {
        rows = await listing.read(call.deps.read, some, about);
      } catch (error) {
        const told = { file: listing.file?.(about).name, rows: ids.length, ...describeError(error) };
        call.deps.log.error('a file broke off while it was written', told);
        // The connection ends in the middle, so that nobody takes it for a whole one. Bun would print an error that is
        // given here, with everything in it.
        return controller.error();
      }
      const lines = rows.map((row) => csvLine(columns.map(({ text }) => text?.(row) ?? '')));
      return controller.enqueue(encoder.encode(lines.join('')));
    },
  });
  return new Response(body, {
    headers: {
      'content-type': csvType,
      'content-disposition': contentDisposition(`${listing.file?.(about).name}.csv`),
      'cache-control': 'private, no-store',
    },
  });
}
