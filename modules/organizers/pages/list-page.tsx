import type { ReactNode } from 'react';
import { ButtonLink } from '#src/ui/form.tsx';
import type { PageCall } from '#src/web/http.ts';
import { rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { listData } from '#src/web/list/show.ts';
import { organizerSource, organizersOf } from '../read.ts';
import type { Organizer } from '../shapes.ts';

export const organizerPath = (id: number | 'new'): string => `/admin/organizer/${id}`;

const organizerListing = {
  path: () => '/admin/organizers',
  name: () => 'organizers',
  rowsOnAPage: 50,
  cards: 'compact',
  first: { field: 'name', direction: 'asc' },
  filters: { q: { as: 'search', label: 'organizers.list.search' } },
  columns: ({ i18n }) => [
    {
      key: 'name',
      title: i18n.t('organizers.form.name'),
      heading: true,
      sortable: true,
      cell: ({ id, name }) => <a href={organizerPath(id)}>{name}</a>,
    },
    { key: 'email', title: i18n.t('organizers.form.email'), sortable: true, text: ({ email }) => email ?? '' },
    {
      key: 'createdAt',
      title: i18n.t('organizers.list.since'),
      sortable: true,
      text: ({ createdAt }) => i18n.shortDate(createdAt),
    },
  ],
  ...rowsOf(() => organizerSource, organizersOf),
  texts: {
    caption: 'organizers.list.title',
    count: 'organizers.list.found',
    empty: 'organizers.list.none',
    emptyFiltered: 'organizers.list.noMatch',
  },
} as const satisfies Listing<Organizer, ListAbout>;

export async function showOrganizers(
  call: Pick<PageCall<'organizer.manage'>, 'deps' | 'i18n' | 'query' | 'render' | 'viewer'> &
    Parameters<typeof listData>[0],
  above?: ReactNode,
): Promise<Response> {
  const { i18n } = call;
  const list = await listData(call, organizerListing, { i18n });
  return call.render(
    <div className="stack">
      {above}
      <List list={list} />
    </div>,
    {
      title: i18n.t('organizers.list.title'),
      noIndex: true,
      frame: 'admin',
      admin: {
        intro: i18n.t('organizers.list.intro'),
        action: <ButtonLink href={organizerPath('new')}>{i18n.t('organizers.list.create')}</ButtonLink>,
      },
    },
  );
}
