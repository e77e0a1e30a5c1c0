import type { ReactElement } from 'react';
import type { ScanView } from '#islands/scanner/answer.tsx';
import { catalogOf, loadManagedEvents, managedEvents } from '#modules/events/index.ts';
import { idsOf, lacking, mayTouch } from '#src/access/permissions.ts';
import { present } from '#src/kernel/assert.ts';
import { refuse } from '#src/kernel/problem.ts';
import { dateIn, type Instant, instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Empty } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { latePath } from './late-registration/late-pages.tsx';
import { type RecordedScan, recordScan } from './record-scan.ts';
import { findByName } from './rules/name-search.ts';
import { nearestFirst } from './rules/nearest-first.ts';
import type { ScanResult } from './rules/scan-result.ts';
import { readTicketInput } from './rules/ticket-code.ts';
import { scanListOf } from './scan-list.ts';
import { scanWorkerSource } from './scan-worker.ts';
import { ScannerPage, scannerHead } from './scanner-page.tsx';

export type ChoosableEvent = { id: number; title: string; startTimestamp: number; timeZone: string };

/** `isAtGate`: outside of the management, for staff who only scan. */
function EventChoice(props: { events: readonly ChoosableEvent[]; isAtGate: boolean }): ReactElement {
  const { i18n } = usePage();
  const { events, isAtGate } = props;
  if (events.length === 0) {
    const text = i18n.t(isAtGate ? 'checkin.scan.noneAtGate' : 'checkin.scan.noneText');
    return <Empty title={i18n.t('checkin.scan.none')} text={text} />;
  }
  const dateOf = (event: ChoosableEvent) => i18n.in(event.timeZone).weekdayDate(event.startTimestamp);
  if (isAtGate) {
    return (
      <div className="narrow stack">
        <h1>{i18n.t('checkin.scan.choose')}</h1>
        {events.map((event) => (
          <div key={event.id}>
            <ButtonLink href={`/scan?event=${event.id}`}>{event.title}</ButtonLink>
            <p className="soft">{dateOf(event)}</p>
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul className="scan-events">
      {events.map((event) => (
        <li key={event.id}>
          <a href={`/scan?event=${event.id}`}>
            <strong>{event.title}</strong>
            <span className="soft">{dateOf(event)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const positive = (value: string | null): number | null =>
  value && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;

/** The event is in the query or form, so it is checked against the events of the user. */
const scans = { may: 'ticket.scan', load: loadManagedEvents } as const;
type Call = PageCall<'ticket.scan', never, number[] | 'all'>;

/** @throws Problem NOT_FOUND for an event of others */
const requireManaged = ({ record: events }: Call, eventId: number): void => {
  if (events !== 'all' && !events.includes(eventId)) refuse('NOT_FOUND');
};

const scannerPage = page({ method: 'get', path: '/scan', ...scans }, async (call) => {
  const { deps, viewer, query, i18n } = call;
  const eventId = positive(query.get('event'));
  if (eventId !== null) return showScanner(call, eventId, { shown: await sealedAnswer(call, eventId) });
  const worksInOffice = lacking('event.read', viewer) === null;
  const events = nearestFirst(await managedEvents(deps.read, viewer, call.may), call.now);
  return call.render(<EventChoice events={events} isAtGate={!worksInOffice} />, {
    title: i18n.t('checkin.scan.title'),
    // Gate staff have no access to the management.
    ...(worksInOffice ? { frame: 'admin', admin: { intro: i18n.t('checkin.scan.choose') } } : { noIndex: true }),
  });
});

const scanByForm = page({ method: 'post', path: '/scan', ...scans }, async (call) => {
  const { deps, viewer, form, now } = call;
  const eventId = positive(String(form.get('event') ?? '')) ?? refuse('NOT_FOUND');
  requireManaged(call, eventId);
  const input = String(form.get('code') ?? '').slice(0, 300);
  const chosen = positive(String(form.get('participant') ?? ''));
  const code = chosen === null ? readTicketInput(input, eventId) : null;
  if (chosen === null && code === null)
    return showScanner(call, eventId, { input, matches: await search(call, eventId, input) });
  if (code && code.eventId !== eventId) return call.redirect(answerPath(call, eventId, null, now));
  const participantId = chosen ?? code?.participantId ?? refuse('NOT_FOUND');
  const recorded = await deps.write((work) =>
    recordScan(work, deps.signer, {
      eventId,
      participantId,
      eventSecret: code?.mac ?? null,
      device: `form-${viewer.userId}`,
      scannedAt: now,
      scannedBy: viewer.userId,
      loggedInAt: viewer.verifiedAt,
    }),
  );
  return call.redirect(answerPath(call, eventId, recorded, now));
});

/** The result is in the address, so that a reload does not scan again. A signature prevents forged results. */
function answerPath(call: Call, eventId: number, recorded: RecordedScan | null, now: Instant): string {
  const facts = new URLSearchParams({
    event: String(eventId),
    result: recorded?.result ?? 'NOT_FOUND',
    participant: String(recorded?.participant?.id ?? 0),
    at: String(recorded?.admittedAt ?? now),
    replaced: String(recorded?.replacedAt ?? ''),
  });
  facts.set('seal', call.deps.signer.mac('scan-answer', facts.toString()));
  return `/scan?${facts}`;
}

async function sealedAnswer(call: Call, eventId: number): Promise<ScanView | null> {
  const { deps, query } = call;
  const facts = new URLSearchParams();
  for (const name of ['event', 'result', 'participant', 'at', 'replaced']) facts.set(name, query.get(name) ?? '');
  if (!deps.signer.verify('scan-answer', facts.toString(), query.get('seal') ?? '')) return null;
  const participantId = Number(facts.get('participant'));
  const tickets = participantId > 0 ? await scanListOf(deps.read, deps.signer, eventId) : [];
  const ticket = tickets.find((candidate) => candidate.participantId === participantId);
  const catalog = present(await catalogOf(deps.read, eventId), 'the event was sealed with its answer');
  const i18n = call.i18n.in(catalog.event.timeZone);
  return {
    result: facts.get('result') as ScanResult,
    name: ticket ? `${ticket.firstName} ${ticket.lastName}` : null,
    competition: ticket?.competitionTitle ?? null,
    team: ticket?.teamName ? i18n.t('checkin.scan.team', { name: ticket.teamName }) : null,
    at: i18n.t('checkin.scan.scannedAt', { time: sinceText(instant(Number(facts.get('at'))), call.now, i18n) }),
    replaced: facts.get('replaced')
      ? i18n.t('checkin.scan.replacedOn', { time: i18n.dateTime(instant(Number(facts.get('replaced')))) })
      : null,
  };
}

/** Adds the date unless it is today. */
const sinceText = (at: Instant, now: Instant, i18n: Translator): string =>
  dateIn(at, i18n.timeZone) === dateIn(now, i18n.timeZone) ? i18n.time(at) : i18n.shortDateTime(at);

async function search(call: Call, eventId: number, input: string) {
  const tickets = await scanListOf(call.deps.read, call.deps.signer, eventId);
  return findByName(tickets, input).map(({ participantId, firstName, lastName, competitionTitle, bib, admitted }) => ({
    participantId,
    name: `${firstName} ${lastName}`,
    competition: competitionTitle,
    bib,
    isInside: admitted !== null,
  }));
}

type ScanPageState = {
  shown?: ScanView | null;
  input?: string;
  matches?: { participantId: number; name: string; competition: string; bib: string | null; isInside: boolean }[];
};

async function showScanner(call: Call, eventId: number, extra: ScanPageState): Promise<Response> {
  const { deps, viewer, i18n } = call;
  requireManaged(call, eventId);
  const { event, organizers } = present(await catalogOf(deps.read, eventId), 'a managed event is there');
  const path = `/scan?event=${eventId}`;
  return call.render(
    <ScannerPage
      eventId={eventId}
      title={event.title}
      path={path}
      api={`/api/admin/events/${eventId}`}
      csrfToken={viewer.csrfToken}
      i18n={event.useAlternateTranslation ? i18n.withWording('packages') : i18n}
      mayHandOut={mayTouch('ticket.handOut', viewer, { organizerIds: idsOf(organizers) })}
      late={
        event.cashAtDesk && mayTouch('desk.register', viewer, { organizerIds: idsOf(organizers) })
          ? latePath(eventId)
          : null
      }
      {...extra}
    />,
    scannerHead(i18n.t('checkin.scan.page', { event: event.title }), path),
  );
}

/** The service worker opens the scanner offline. Its scope is this page only. */
const scanWorker = page({ method: 'get', path: '/scan-worker.js', may: 'site.read' }, async (call) =>
  call.context.body(scanWorkerSource, 200, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  }),
);

export const scanPages: Route[] = [scannerPage, scanByForm, scanWorker];
