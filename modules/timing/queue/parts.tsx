import type { ReactElement } from 'react';
import type { Reader } from '#src/data/database.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Card, type Tone } from '#src/ui/display.tsx';
import { PostButton } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { timingPath } from '../paths.ts';
import { type PushState, pushStates } from '../rules/push.ts';
import { type ListedPush, pushesOfOrder, pushSource, readPushes } from './read-listed.ts';

const tones: Readonly<Record<PushState, Tone>> = {
  waiting: 'wait',
  sent: 'good',
  failed: 'wait',
  dead: 'bad',
  skipped: 'neutral',
};

const errorInWords = ({ error, message }: Pick<ListedPush, 'error' | 'message'>, i18n: Translator): string =>
  error === null
    ? ''
    : message === ''
      ? i18n.t(`timing.error.${error}`)
      : i18n.t('timing.error.said', { what: i18n.t(`timing.error.${error}`), said: message });

function StateOfPush({ push, i18n }: { push: ListedPush; i18n: Translator }): ReactElement {
  const wrong = errorInWords(push, i18n);
  return (
    <>
      <Badge tone={tones[push.state]}>{i18n.t(`timing.state.${push.state}`)}</Badge>
      {wrong === '' ? null : <span className="small soft breakable"> {wrong}</span>}
    </>
  );
}

/** Null when RACE RESULT knows none of these participants. */
export async function timingPart(
  reader: Reader,
  whose: { orderId: number; participantId?: number },
  i18n: Translator,
): Promise<ReactElement | null> {
  const pushes = await pushesOfOrder(reader, whose);
  if (pushes.length === 0) return null;
  return (
    <Card title={i18n.t('timing.title')}>
      <Table
        caption={i18n.t('timing.part.caption')}
        captionHidden
        rows={pushes}
        rowKey={({ participantId }) => participantId}
        empty=""
        columns={[
          {
            key: 'name',
            title: i18n.t('timing.column.name'),
            heading: true,
            cell: ({ firstName, lastName }) => `${firstName} ${lastName}`,
          },
          { key: 'bib', title: i18n.t('timing.column.bib'), cell: ({ rrBib }) => rrBib ?? '–' },
          { key: 'state', title: i18n.t('timing.column.state'), cell: (push) => <StateOfPush {...{ push, i18n }} /> },
          {
            key: 'last',
            title: i18n.t('timing.column.last'),
            cell: ({ lastSynchroAt }) => (lastSynchroAt === null ? '–' : i18n.shortDateTime(lastSynchroAt)),
          },
        ]}
      />
    </Card>
  );
}

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
