import { PostButton } from '#src/ui/form.tsx';
import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { timingPath } from '../paths.ts';
import { type PushState, pushStates } from '../rules/push.ts';
import { errorInWords, StateOfPush } from './parts.tsx';
import { type ListedPush, pushSource, readPushes } from './read-listed.ts';

export type AboutPushes = ListAbout & { eventId: number; csrfToken: string };

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
      say: (state, i18n) => i18n.t(`timing.state.${state as PushState}`),
    },
  },
  columns: ({ i18n, eventId, csrfToken }) => [
    {
      key: 'name',
      title: i18n.t('timing.column.name'),
      heading: true,
      card: 'start',
      cell: ({ orderId, participantId, firstName, lastName }) => (
        <a href={`/admin/orders/${orderId}/participants/${participantId}`}>{`${firstName} ${lastName}`}</a>
      ),
      text: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    },
    { key: 'bib', title: i18n.t('timing.column.bib'), card: 'end', text: ({ rrBib }) => rrBib ?? '' },
    { key: 'competition', title: i18n.t('timing.column.competition'), text: ({ competition }) => competition },
    {
      key: 'state',
      title: i18n.t('timing.column.state'),
      cell: (push) => <StateOfPush {...{ push, i18n }} />,
      text: (push) => [i18n.t(`timing.state.${push.state}`), errorInWords(push, i18n)].filter(Boolean).join(': '),
    },
    {
      key: 'lastSynchroTime',
      title: i18n.t('timing.column.last'),
      sortable: true,
      text: ({ lastSynchroAt }) => (lastSynchroAt === null ? '' : i18n.shortDateTime(lastSynchroAt)),
    },
    {
      key: 'nextAttemptAt',
      title: i18n.t('timing.column.next'),
      isLater: true,
      sortable: true,
      text: ({ state, nextAttemptAt }) =>
        state === 'failed' || state === 'waiting' ? i18n.shortDateTime(nextAttemptAt) : '',
    },
    {
      key: 'send',
      title: i18n.t('timing.column.send'),
      card: 'foot',
      cell: ({ participantId, firstName, lastName }) => (
        <PostButton action={`${timingPath(eventId)}/sync/${participantId}`} csrfToken={csrfToken} look="plain" small>
          <span aria-hidden="true">{i18n.t('timing.send.one')}</span>
          <span className="visually-hidden">{i18n.t('timing.send.oneOf', { name: `${firstName} ${lastName}` })}</span>
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
