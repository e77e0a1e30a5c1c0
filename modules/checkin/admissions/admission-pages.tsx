import type { ReactElement } from 'react';
import { eventHead, loadCatalog, managed } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Card, type Tone } from '#src/ui/display.tsx';
import { ButtonLink, OpenLink, PostButton, Saved } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { listData } from '#src/web/list/show.ts';
import { type GateConflict, gateConflicts, seeHandOutConflicts, seeScanConflicts } from '../scan-conflicts.ts';
import {
  attendanceOf,
  lastTurnedAway,
  readScans,
  type ScanRow,
  scanSource,
  type TurnedAwayRow,
  turnedAwayCounts,
} from './read-admissions.ts';
import { takeAdmissionBack } from './take-back.ts';

function Attendance(props: {
  catalog: Catalog;
  rows: Awaited<ReturnType<typeof attendanceOf>>;
  i18n: Translator;
}): ReactElement {
  const { catalog, rows, i18n } = props;
  const competitionRows = catalog.competitions.map(({ id, title }) => ({
    id,
    title,
    ...(rows.find(({ competitionId }) => competitionId === id) ?? { tickets: 0, inside: 0, handedOut: 0 }),
  }));
  const all = (field: 'tickets' | 'inside' | 'handedOut') => competitionRows.reduce((sum, row) => sum + row[field], 0);
  const rowsWithSum =
    competitionRows.length > 1
      ? [
          ...competitionRows,
          {
            id: 0,
            title: i18n.t('gate.admissions.all'),
            tickets: all('tickets'),
            inside: all('inside'),
            handedOut: all('handedOut'),
          },
        ]
      : competitionRows;
  const figure = (key: 'tickets' | 'inside' | 'handedOut') => ({
    key,
    title: i18n.t(`gate.admissions.figure.${key}`),
    align: 'end' as const,
    cell: (row: (typeof rowsWithSum)[number]) => i18n.number(row[key]),
  });
  return (
    <Table
      caption={i18n.t('gate.admissions.byCompetition')}
      columns={[
        {
          key: 'title',
          title: i18n.t('gate.admissions.competition'),
          heading: true,
          cell: ({ title }) => title,
        },
        figure('inside'),
        figure('handedOut'),
        figure('tickets'),
      ]}
      rows={rowsWithSum}
      rowKey={({ id }) => id}
      empty={i18n.t('gate.admissions.none')}
    />
  );
}

const admissionsPath = (eventId: number): string => `/admin/events/${eventId}/admissions`;
const watches = { may: 'gate.watch', load: loadCatalog } as const;
const manages = { may: 'gate.manage', load: loadCatalog } as const;
type Call = PageCall<'gate.watch', 'event', Catalog>;
/** Rows shown; the counts cover all. */
const maxRefused = 50;

const personPath = (orderId: number, participantId: number): string =>
  `/admin/orders/${orderId}/participants/${participantId}`;

const placeOf = ({ gate, staff, device }: { gate: string | null; staff: string | null; device: string }): string =>
  [gate ?? staff, device].filter(Boolean).join(' · ');

type AboutScans = ListAbout & { catalog: Catalog; csrfToken: string | null };

const stateOf = ({ admitted, takenBackAt, believed }: ScanRow): 'inside' | 'takenBack' | 'again' | 'notBelieved' =>
  admitted ? 'inside' : takenBackAt !== null ? 'takenBack' : believed ? 'again' : 'notBelieved';
const tones: Record<ReturnType<typeof stateOf>, Tone> = {
  inside: 'good',
  takenBack: 'neutral',
  again: 'wait',
  notBelieved: 'wait',
};

const scanListing = {
  path: ({ catalog }) => admissionsPath(catalog.event.id),
  name: () => 'admissions',
  rowsOnAPage: 50,
  first: { field: 'id', direction: 'desc' },
  filters: {},
  columns: ({ i18n, catalog, csrfToken }) => [
    {
      key: 'name',
      title: i18n.t('gate.admissions.who'),
      heading: true,
      text: ({ name }) => name,
      cell: ({ name, orderId, participantId }) => <OpenLink href={personPath(orderId, participantId)}>{name}</OpenLink>,
    },
    {
      key: 'competition',
      title: i18n.t('gate.admissions.competition'),
      text: ({ competitionId }) => catalog.competitions.find(({ id }) => id === competitionId)?.title ?? '',
    },
    {
      key: 'at',
      title: i18n.t('gate.admissions.when'),
      isShort: true,
      text: ({ scannedAt }) => i18n.shortDateTime(scannedAt),
    },
    { key: 'place', title: i18n.t('gate.admissions.where'), text: placeOf },
    {
      key: 'state',
      title: i18n.t('gate.admissions.outcome'),
      cell: (row) => <Badge tone={tones[stateOf(row)]}>{i18n.t(`gate.admissions.state.${stateOf(row)}`)}</Badge>,
    },
    {
      key: 'undo',
      title: i18n.t('gate.admissions.undoTitle'),
      isEmpty: ({ admitted }) => !admitted,
      cell: ({ admitted, participantId, name }) =>
        admitted ? (
          <PostButton
            action={`${admissionsPath(catalog.event.id)}/${participantId}/take-back`}
            csrfToken={csrfToken}
            look="quiet"
            small
          >
            {i18n.t('gate.admissions.undo')}
            <span className="visually-hidden"> {name}</span>
          </PostButton>
        ) : (
          '–'
        ),
    },
  ],
  ...rowsOf(({ catalog }: AboutScans) => scanSource(catalog.event.id), readScans),
  texts: {
    caption: 'gate.admissions.list',
    count: 'gate.admissions.count',
    empty: 'gate.admissions.none',
    emptyFiltered: 'gate.admissions.none',
  },
} as const satisfies Listing<ScanRow, AboutScans>;

async function showAdmissions(request: Call): Promise<Response> {
  const { call, catalog } = managed(request);
  const { deps, i18n, viewer } = call;
  const { read } = deps;
  const eventId = catalog.event.id;
  const { csrfToken } = viewer;
  const refused = await turnedAwayCounts(read, eventId);
  const conflicts = await gateConflicts(read, [eventId]);
  const about = { i18n, catalog, csrfToken };
  return call.render(
    <div className="stack">
      {call.query.has('done') ? <Saved>{i18n.t('gate.admissions.undone')}</Saved> : null}
      <Attendance catalog={catalog} rows={await attendanceOf(read, eventId)} i18n={i18n} />
      {(['scans', 'handOuts'] as const).map((kind) => (
        <Twice
          key={kind}
          kind={kind}
          conflicts={conflicts.filter((one) => one.kind === kind)}
          eventId={eventId}
          csrfToken={csrfToken}
          i18n={i18n}
        />
      ))}
      <List list={await listData(call, scanListing, about)} />
      {refused.length > 0 ? (
        <Refusals counts={refused} rows={await lastTurnedAway(read, eventId, maxRefused)} i18n={i18n} />
      ) : null}
    </div>,
    eventHead(
      catalog,
      i18n.t('gate.admissions.title'),
      <ButtonLink href={`/admin/events/${eventId}/devices`} look="quiet">
        {i18n.t('gate.devices.title')}
      </ButtonLink>,
    ),
  );
}

function Twice(props: {
  kind: GateConflict['kind'];
  conflicts: readonly GateConflict[];
  eventId: number;
  csrfToken: string | null;
  i18n: Translator;
}): ReactElement | null {
  const { kind, conflicts, eventId, csrfToken, i18n } = props;
  if (conflicts.length === 0) return null;
  return (
    <Alert tone="wait" title={i18n.t(`gate.admissions.twice.${kind}`, { count: conflicts.length })}>
      <ul>
        {conflicts.map(({ orderId, participantId, name }) => (
          <li key={participantId}>
            <OpenLink href={personPath(orderId, participantId)}>{name}</OpenLink>
          </li>
        ))}
      </ul>
      <PostButton action={`${admissionsPath(eventId)}/seen`} csrfToken={csrfToken} fields={{ kind }} look="quiet" small>
        {i18n.t('gate.admissions.seen')}
      </PostButton>
    </Alert>
  );
}

function Refusals(props: {
  counts: Awaited<ReturnType<typeof turnedAwayCounts>>;
  rows: readonly TurnedAwayRow[];
  i18n: Translator;
}): ReactElement {
  const { counts, rows, i18n } = props;
  return (
    <Card title={i18n.t('gate.admissions.refused')}>
      <p>
        {counts.map(({ reason, count }) => (
          <span key={reason}>
            <Badge>
              {i18n.t('gate.admissions.refusedCount', { reason: i18n.t(`gate.reason.${reason}`), count })}
            </Badge>{' '}
          </span>
        ))}
      </p>
      <Table
        caption={i18n.t('gate.admissions.refusedLast', { most: rows.length })}
        columns={[
          {
            key: 'reason',
            title: i18n.t('gate.admissions.outcome'),
            heading: true,
            cell: ({ reason }) => i18n.t(`gate.reason.${reason}`),
          },
          {
            key: 'name',
            title: i18n.t('gate.admissions.who'),
            cell: ({ name, orderId, participantId }) =>
              name && orderId && participantId ? (
                <OpenLink href={personPath(orderId, participantId)}>{name}</OpenLink>
              ) : (
                '–'
              ),
          },
          {
            key: 'at',
            title: i18n.t('gate.admissions.when'),
            isShort: true,
            cell: ({ scannedAt }) => i18n.shortDateTime(scannedAt),
          },
          { key: 'place', title: i18n.t('gate.admissions.where'), cell: placeOf },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        empty={i18n.t('gate.admissions.none')}
      />
    </Card>
  );
}

export const admissionPages: Route[] = [
  page({ method: 'get', path: '/admin/events/{event}/admissions', ...watches }, showAdmissions),
  page({ method: 'post', path: '/admin/events/{event}/admissions/seen', ...manages }, async (call) => {
    const eventId = call.record.event.id;
    const kind = String(call.form.get('kind') ?? '');
    const see = kind === 'scans' ? seeScanConflicts : kind === 'handOuts' ? seeHandOutConflicts : refuse('NOT_FOUND');
    await call.deps.write((work) => see(work, eventId));
    return call.redirect(admissionsPath(eventId));
  }),
  page(
    { method: 'post', path: '/admin/events/{event}/admissions/{participantId}/take-back', ...manages },
    async (call) => {
      const { deps, viewer, record, params } = call;
      const eventId = record.event.id;
      await deps.write((work) =>
        takeAdmissionBack(work, { eventId, participantId: params.participantId, editorId: viewer.userId }),
      );
      return call.redirect(`${admissionsPath(eventId)}?done=1`);
    },
  ),
];
