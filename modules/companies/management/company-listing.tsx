import { type Cents, cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { Badge } from '#src/ui/display.tsx';
import { formatCentsInput } from '#src/ui/format.ts';
import { findIds, inSequence } from '#src/web/list/find.ts';
import type { ListAbout, ListColumn, Listing } from '#src/web/list/listing.ts';
import { companiesPath, companyPath } from '../paths.ts';
import { companySource, type OpenSums, openSumsOf, readCompanies } from '../read-companies.ts';
import type { Company } from '../schema.ts';

export type AboutCompanies = ListAbout & { organizerId: number; now: Instant };
type Row = Company & OpenSums;

const sums = ['open', 'billed', 'overdue'] as const;

export const companyListing = {
  path: ({ organizerId }) => companiesPath(organizerId),
  file: ({ organizerId }) => ({ path: `${companiesPath(organizerId)}/export`, name: `companies-${organizerId}` }),
  name: () => 'companies',
  rowsOnAPage: 100,
  first: { field: 'name', direction: 'asc' },
  filters: { q: { as: 'search', label: 'companies.list.search' } },
  columns: ({ i18n }) => {
    const sum = (key: string, title: string, of: (row: Row) => Cents): ListColumn<Row> => ({
      key,
      title,
      align: 'end',
      cell: (row) => i18n.money(of(row)),
      text: (row) => formatCentsInput(of(row), i18n.locale),
      typed: { kind: 'money', of },
    });
    return [
      {
        key: 'name',
        title: i18n.t('companies.form.name'),
        heading: true,
        sortable: true,
        cell: ({ id, organizerId, name, isClosed }) => (
          <>
            <a href={companyPath(organizerId, id)}>{name}</a>{' '}
            {isClosed ? <Badge>{i18n.t('companies.list.closed')}</Badge> : null}
          </>
        ),
        text: ({ name }) => name,
      },
      ...sums.map((name) => sum(name, i18n.t(`companies.fact.${name}`), (row) => row[name])),
      sum('limit', i18n.t('companies.form.limit'), ({ limit }) => limit),
    ];
  },
  rowKey: ({ id }) => id,
  find: ({ read }, question, { organizerId }, more) => findIds(read, companySource(organizerId), question, more),
  read: async (reader, ids, { now }) => {
    const open = await openSumsOf(reader, ids, now);
    const none = { open: cents(0), billed: cents(0), overdue: cents(0) };
    const rows = (await readCompanies(reader, ids)).map((company) => ({
      ...company,
      ...(open.get(company.id) ?? none),
    }));
    return inSequence(ids, rows, ({ id }) => id);
  },
  texts: {
    caption: 'companies.list.title',
    count: 'companies.list.found',
    empty: 'companies.list.none',
    emptyFiltered: 'companies.list.noMatch',
  },
} as const satisfies Listing<Row, AboutCompanies>;
