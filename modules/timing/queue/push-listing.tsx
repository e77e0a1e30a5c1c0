import { PostButton } from '#src/ui/form.tsx';
import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { timingPath } from '../paths.ts';
import { type PushState, pushStates } from '../rules/push.ts';
import { errorInWords, StateOfPush } from './parts.tsx';
import { type ListedPush, pushSource, readPushes } from './read-listed.ts';

export type AboutPushes = ListAbout & { eventId: number; csrfToken: string };

/** Everybody in the queue of an event. */
export const pushListing = {
  path: ({ eventId }) => timingPath(eventId),
  file: ({ eventId }) => ({ path: `${timingPath(eventId)}.csv`, name: `race-result-${eventId}` }),
  name: () => 'race-result',
  rowsOnAPage: 50,
  cards: 'compact',
  first: { field: 'urgency', direction: 'asc' },
  filters: {
    q: { as: 'search', label: 'timing.search' },
    state: {
      as: 'choice',
      label: 'timing.column.state',
      values: pushStates,
      say: (state, words) => words.t(`timing.state.${state as PushState}`),
    },
  },
  columns: ({ words, eventId, csrfToken }) => [
    {
      key: 'name',
      title: words.t('timing.column.name'),
      heading: true,
      card: 'start',
      cell: ({ orderId, participantId, firstName, lastName }) => (
        <a href={`/admin/orders/${orderId}/participants/${participantId}`}>{`${firstName} ${lastName}`}</a>
      ),
      text: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    },
    { key: 'bib', title: words.t('timing.column.bib'), card: 'end', text: ({ rrBib }) => rrBib ?? '' },
    { key: 'competition', title: words.t('timing.column.competition'), text: ({ competition }) => competition },
    {
      key: 'state',
      title: words.t('timing.column.state'),
      cell: (push) => <StateOfPush {...{ push, words }} />,
      text: (push) => [words.t(`timing.state.${push.state}`), errorInWords(push, words)].filter(Boolean).join(': '),
    },
    {
      key: 'lastSynchroTime',
      title: words.t('timing.column.last'),
      sortable: true,
      text: ({ lastSynchroAt }) => (lastSynchroAt === null ? '' : words.shortDateTime(lastSynchroAt)),
    },
    {
      key: 'nextAttemptAt',
      title: words.t('timing.column.next'),
      isLater: true,
      sortable: true,
      text: ({ state, nextAttemptAt }) =>
        state === 'failed' || state === 'waiting' ? words.shortDateTime(nextAttemptAt) : '',
    },
    {
      key: 'send',
      title: words.t('timing.column.send'),
      card: 'foot',
      cell: ({ participantId, firstName, lastName }) => (
        <PostButton action={`${timingPath(eventId)}/sync/${participantId}`} csrfToken={csrfToken} look="plain" small>
          <span aria-hidden="true">{words.t('timing.send.one')}</span>
          <span className="visually-hidden">{words.t('timing.send.oneOf', { name: `${firstName} ${lastName}` })}</span>
        </PostButton>
      ),
    },
  ],
  ...rowsOf(({ eventId }: AboutPushes) => pushSource(eventId), readPushes),
  texts: {
    caption: 'timing.list',
    count: 'timing.count',
    empty: 'timing.none',
    emptyFiltered: 'timing.noMatch',
  },
} as const satisfies Listing<ListedPush, AboutPushes>;
