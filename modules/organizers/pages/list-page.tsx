import type { ReactNode } from 'react';
import { ButtonLink } from '#src/ui/form.tsx';
import type { PageCall } from '#src/web/http.ts';
import { rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { shownList } from '#src/web/list/show.ts';
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
  columns: ({ words }) => [
    {
      key: 'name',
      title: words.t('organizers.form.name'),
      heading: true,
      sortable: true,
      cell: ({ id, name }) => <a href={organizerPath(id)}>{name}</a>,
    },
    { key: 'email', title: words.t('organizers.form.email'), sortable: true, text: ({ email }) => email ?? '' },
    {
      key: 'createdAt',
      title: words.t('organizers.list.since'),
      sortable: true,
      text: ({ createdAt }) => words.shortDate(createdAt),
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

/** `above`: what the page is about besides. */
export async function showOrganizers(
  call: Pick<PageCall<'organizer.manage'>, 'deps' | 'words' | 'query' | 'render' | 'viewer'> &
    Parameters<typeof shownList>[0],
  above?: ReactNode,
): Promise<Response> {
  const { words } = call;
  const list = await shownList(call, organizerListing, { words });
  return call.render(
    <div className="stack">
      {above}
      <List list={list} />
    </div>,
    {
      title: words.t('organizers.list.title'),
      noIndex: true,
      frame: 'admin',
      admin: {
        intro: words.t('organizers.list.intro'),
        action: <ButtonLink href={organizerPath('new')}>{words.t('organizers.list.create')}</ButtonLink>,
      },
    },
  );
}
