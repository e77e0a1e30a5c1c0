import type { ListQuery } from '#src/platform/list-query.ts';
import type { Sort } from '#src/ui/table.tsx';
import { type VoucherStatus, voucherStatuses } from '../rules/voucher.ts';

export const codesOnAPage = 50;
const sortable = ['code', 'status', 'createdAt'];

/** What the address asks for; what it cannot ask for is left out. */
export type CodesFilter = { q: string; status: VoucherStatus | ''; sort: Sort; page: number };

export function codesFilter(query: URLSearchParams): CodesFilter {
  const field = query.get('sort') ?? '';
  const page = query.get('page') ?? '';
  return {
    q: (query.get('q') ?? '').slice(0, 100).trim(),
    status: voucherStatuses.find((each) => each === query.get('status')) ?? '',
    sort: sortable.includes(field)
      ? { field, direction: query.get('dir') === 'desc' ? 'desc' : 'asc' }
      : { field: 'createdAt', direction: 'desc' },
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The same list by its address. */
export function codesHref(path: string, { q, status, sort, page }: CodesFilter): string {
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  if (status) query.set('status', status);
  if (sort.field !== 'createdAt' || sort.direction !== 'desc') {
    query.set('sort', sort.field);
    query.set('dir', sort.direction);
  }
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Codes made at once were made in an order of their own: the newest stand first. */
export const codesQuery = ({ q, status, sort }: CodesFilter, offset: number, limit: number): ListQuery => ({
  offset,
  limit,
  order: JSON.stringify([
    { field: sort.field, dir: sort.direction },
    { field: 'id', dir: sort.direction },
  ]),
  filter: JSON.stringify(status ? [{ field: 'status', type: 'eq', value: status }] : []),
  ...(q ? { q } : {}),
});
