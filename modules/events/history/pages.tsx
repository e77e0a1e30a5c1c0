import { page } from '#src/web/http.ts';
import { rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { shownList } from '#src/web/list/show.ts';
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
  columns: ({ words, catalog }) => [
    {
      key: 'what',
      title: words.t('events.history.what'),
      heading: true,
      text: ({ kind, action, name }) =>
        words.t(`events.history.${action}`, { kind: words.t(`events.history.kind.${kind}`), name }),
    },
    {
      key: 'by',
      title: words.t('events.history.whenAndWho'),
      text: ({ createdAt, editorEmail, impersonatorId }) =>
        words.t(impersonatorId === null ? 'events.history.by' : 'events.history.byFor', {
          when: words.shortDateTime(createdAt),
          who: editorEmail,
        }),
    },
    {
      key: 'changes',
      title: words.t('events.history.changes'),
      cell: (entry) => (entry.changes.length === 0 ? '–' : <Changes entry={entry} catalog={catalog} words={words} />),
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
    const { words } = call;
    const list = await shownList(call, historyListing, { words, catalog });
    return renderOfEvent(at, words.t('events.history.title'), <List list={list} />);
  }),
];
