import { createHash } from 'node:crypto';
import { seeHandOutConflicts, seeScanConflicts } from '#modules/checkin/index.ts';
import {
  bankAccountOf,
  changesEvent,
  EventActions,
  eventHead,
  loadManagedEvents,
  managed,
  managedEvents,
  nextEventOf,
  Refused,
  readsEvent,
} from '#modules/events/index.ts';
import { datesOf } from '#modules/events/rules/event-dates.ts';
import { sentMailingsOf } from '#modules/mailings/index.ts';
import { idsOf, lacking, mayTouch } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { Saved } from '#src/ui/form.tsx';
import { Live } from '#src/ui/live.tsx';
import { paths } from '#src/ui/paths.ts';
import { type AppContext, page, type Route } from '#src/web/http.ts';
import { eventPath, tasksPath } from './addresses.ts';
import { figuresOf, figuresOfMany } from './figures.ts';
import { EventOverview } from './overview-page.tsx';
import { TaskList } from './parts.tsx';
import { PlatformOverview } from './platform-page.tsx';
import { gapsOfEvent, tasksOfAll, tasksOfEvent } from './tasks.ts';

/**
 * The first page after a login: the platform for super admins, the next event for organizers, the scanner for gate staff, the
 * home page for others.
 */
export async function startPageOf(
  { read, clock }: Pick<Deps, 'read' | 'clock'>,
  viewer: Viewer | null,
): Promise<string> {
  if (viewer?.level !== 'verified') return paths.home;
  if (viewer.isSuperAdmin) return paths.admin;
  if (lacking('event.read', viewer) === null) {
    const eventId = await nextEventOf(read, viewer, clock());
    return eventId === null ? '/admin/events' : eventPath(eventId);
  }
  return lacking('ticket.scan', viewer) === null ? paths.scan : paths.home;
}

/** A polling page sends its ETag. Sets the header `etag` and returns 304 when nothing changed, else null. */
export function notModified(context: AppContext, shown: unknown): Response | null {
  const etag = `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;
  context.header('etag', etag);
  const known = context.req.header('if-none-match')?.replace(/^W\//, '');
  return known === etag ? new Response(null, { status: 304, headers: { etag, 'cache-control': 'no-store' } }) : null;
}

const managesEvents = { may: 'event.read', load: loadManagedEvents } as const;

const maxEvents = 50;

export const overviewPages: readonly Route[] = [
  page({ method: 'get', path: paths.start, may: 'site.read' }, async ({ deps, viewer, redirect }) =>
    redirect(await startPageOf(deps, viewer)),
  ),

  page({ method: 'get', path: '/admin', ...managesEvents }, async (call) => {
    const { deps, viewer, i18n, now } = call;
    if (!viewer.isSuperAdmin) return call.redirect(await startPageOf(deps, viewer));
    const all = await managedEvents(deps.read, viewer, 'event.read');
    const next = all
      .filter(({ endTimestamp }) => endTimestamp >= now)
      .toReversed()
      .slice(0, maxEvents);
    const figures = await figuresOfMany(call, next);
    const tasks = await tasksOfAll(call);
    const known = notModified(call.context, [i18n.locale, [...figures], tasks]);
    if (known) return known;
    return call.render(
      <PlatformOverview
        rows={next.flatMap((event) => {
          const of = figures.get(event.id);
          return of ? [{ event, figures: of }] : [];
        })}
        tasks={tasks}
        titles={new Map(all.map(({ id, title }) => [id, title]))}
        i18n={i18n}
        csrfToken={viewer.csrfToken}
      />,
      { title: i18n.t('overview.platform.title'), frame: 'admin' },
    );
  }),

  page({ method: 'get', path: tasksPath, ...managesEvents }, async (call) => {
    const { deps, viewer, i18n } = call;
    const tasks = await tasksOfAll(call);
    const titles = new Map((await managedEvents(deps.read, viewer, 'event.read')).map(({ id, title }) => [id, title]));
    const known = notModified(call.context, [i18n.locale, tasks, [...titles]]);
    if (known) return known;
    return call.render(
      <Live className="card">
        <TaskList tasks={tasks} i18n={i18n} csrfToken={viewer.csrfToken} titles={titles} />
      </Live>,
      { title: i18n.t('overview.tasks.title'), frame: 'admin' },
    );
  }),

  page({ method: 'get', path: '/admin/events/{event}', ...readsEvent }, async (asked) => {
    const { call, catalog } = managed(asked);
    const { deps, viewer, i18n, now, query } = call;
    const { event } = catalog;
    const figures = await figuresOf(call, catalog);
    const tasks = await tasksOfEvent(call, catalog, await gapsOfEvent(deps, catalog, now));
    const bankAccount = await bankAccountOf(deps.read, catalog, viewer);
    const state = [i18n.locale, event.version, catalog.competitions, bankAccount, figures, tasks];
    const known = notModified(call.context, state);
    if (known) return known;
    const voucherKinds = await deps.voucherKinds(event.id);
    return call.render(
      <div className="stack">
        <Refused call={call} />
        {query.has('saved') ? <Saved /> : null}
        <EventOverview
          catalog={catalog}
          figures={figures}
          tasks={tasks}
          dates={datesOf(catalog, voucherKinds, now)}
          mailings={await sentMailingsOf(deps.read, event.id)}
          voucherKinds={voucherKinds}
          bankAccount={bankAccount}
          i18n={i18n}
          now={now}
          csrfToken={viewer.csrfToken}
          mayChange={mayTouch('event.change', viewer, { organizerIds: idsOf(catalog.organizers) })}
        />
      </div>,
      eventHead(catalog, event.title, <EventActions event={event} i18n={i18n} now={now} />),
    );
  }),

  page({ method: 'post', path: '/admin/events/{event}/scans-seen', ...changesEvent }, async (call) => {
    const { event } = call.record;
    await call.deps.write((work) => seeScanConflicts(work, event.id));
    return call.redirect(`${eventPath(event.id)}#todo`);
  }),
  page({ method: 'post', path: '/admin/events/{event}/hand-outs-seen', ...changesEvent }, async (call) => {
    const { event } = call.record;
    await call.deps.write((work) => seeHandOutConflicts(work, event.id));
    return call.redirect(`${eventPath(event.id)}#todo`);
  }),
];
