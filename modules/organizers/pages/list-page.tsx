import type { Organizer } from '#modules/organizers/shapes.ts';
import { Empty } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Pager, Table } from '#src/ui/table.tsx';

export const organizerPath = (id: number | 'new'): string => `/admin/organizer/${id}`;

export function OrganizerListPage(props: { rows: readonly Organizer[]; q: string; page: number; pages: number }) {
  const { rows, q, page, pages } = props;
  const { words } = usePage();
  const href = (to: number) => `/admin/organizers?${new URLSearchParams({ ...(q ? { q } : {}), page: String(to) })}`;
  return (
    <div className="stack">
      <form method="get" action="/admin/organizers" className="row">
        <label className="visually-hidden" htmlFor="q">
          {words.t('organizers.list.search')}
        </label>
        <input
          id="q"
          name="q"
          type="search"
          className="input input-short"
          defaultValue={q}
          placeholder={words.t('organizers.list.search')}
        />
        <button type="submit" className="button button-quiet button-small">
          {words.t('ui.form.search')}
        </button>
      </form>
      <Table
        caption={words.t('organizers.list.title')}
        captionHidden
        columns={[
          {
            key: 'name',
            title: words.t('organizers.form.name'),
            heading: true,
            cell: (organizer) => <a href={organizerPath(organizer.id)}>{organizer.name}</a>,
          },
          { key: 'email', title: words.t('organizers.form.email'), cell: (organizer) => organizer.email ?? '–' },
          {
            key: 'since',
            title: words.t('organizers.list.since'),
            cell: (organizer) => words.shortDate(organizer.createdAt),
          },
        ]}
        rows={rows}
        rowKey={(organizer) => organizer.id}
        empty={
          <Empty title={words.t(q ? 'organizers.list.noMatch' : 'organizers.list.none')}>
            <ButtonLink href={organizerPath('new')} look="quiet">
              {words.t('organizers.list.create')}
            </ButtonLink>
          </Empty>
        }
      />
      <Pager page={page} pages={pages} href={href} />
    </div>
  );
}
