import { page } from '#src/web/http.ts';
import { rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { listData } from '#src/web/list/show.ts';
import { managed, readsEvent, renderOfEvent } from '../management/frame.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { Changes } from './changes-in-words.tsx';
import { entriesOf, type HistoryEntry, historySource } from './read-history.ts';

type AboutEvent = ListAbout & { catalog: Catalog };

const historyListing = {
  path: ({ catalog }) => `/admin/events/${catalog.event.id}/history`,
  name: () => 'event-history',
  rowsOnAPage: 50,
  first: { field: 'id', direction: 'desc' },
  filters: {},
  columns: ({ i18n, catalog }) => [
    {
      key: 'what',
      title: i18n.t('events.history.what'),
      heading: true,
      text: ({ kind, action, name }) =>
        i18n.t(`events.history.${action}`, { kind: i18n.t(`events.history.kind.${kind}`), name }),
    },
    {
      key: 'by',
      title: i18n.t('events.history.whenAndWho'),
      text: ({ createdAt, editorEmail, impersonatorId }) =>
        i18n.t(impersonatorId === null ? 'events.history.by' : 'events.history.byFor', {
          when: i18n.shortDateTime(createdAt),
          who: editorEmail,
        }),
    },
    {
      key: 'changes',
      title: i18n.t('events.history.changes'),
      cell: (entry) => (entry.changes.length === 0 ? '–' : <Changes entry={entry} catalog={catalog} i18n={i18n} />),
    },
  ],
  ...rowsOf(({ catalog }: AboutEvent) => historySource(catalog.event.id), entriesOf),
  texts: {
    caption: 'events.history.title',
    count: 'events.history.count',
    empty: 'events.history.none',
    emptyFiltered: 'events.history.none',
  },
} as const satisfies Listing<HistoryEntry, AboutEvent>;

export const historyPages = [
  page({ method: 'get', path: '/admin/events/{event}/history', ...readsEvent }, async (unworded) => {
    const at = managed(unworded);
    const { call, catalog } = at;
    const { i18n } = call;
    const list = await listData(call, historyListing, { i18n, catalog });
    return renderOfEvent(at, i18n.t('events.history.title'), <List list={list} />);
  }),
];
