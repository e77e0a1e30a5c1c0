import type { ReactElement } from 'react';
import { hasRanges } from '#modules/bibs/index.ts';
import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { ButtonLink, PostButton, RefusalNote, Saved } from '#src/ui/form.tsx';
import { namedProblem } from '#src/web/forms/refusal.ts';
import { type PageCall, page, type Route, withQuery } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { listData, listFile } from '#src/web/list/show.ts';
import { comparePath, settingsPath, timingPath } from '../paths.ts';
import { isFetchable } from '../plan-fetches.ts';
import { numbersThere, type Settings, sends, settingsOf } from '../read-settings.ts';
import { askErrorText, lastFetchOf, ResultsPart } from '../results-part.tsx';
import { errorOf, pushStates } from '../rules/push.ts';
import { loadWithPerson } from './api.ts';
import { resync, retryFailed } from './enqueue.ts';
import { type AboutPushes, pushListing } from './parts.tsx';
import { queueCounts } from './read-listed.ts';

type Call<Name extends string = never> = PageCall<'timing.read' | 'timing.manage', 'event' | Name, Catalog>;
const reads = { may: 'timing.read', load: loadCatalog } as const;
const manages = { may: 'timing.manage', load: loadCatalog } as const;

const managesPerson = { may: 'timing.manage', load: loadWithPerson } as const;

const aboutOf = (call: Call): AboutPushes => ({
  i18n: wordsOf(call.i18n, call.record),
  eventId: call.record.event.id,
  csrfToken: call.viewer.csrfToken,
});

const doneTexts = ['all', 'one', 'failed', 'results'] as const;

function Queue(props: {
  eventId: number;
  settings: Settings;
  counts: Awaited<ReturnType<typeof queueCounts>>;
  done: (typeof doneTexts)[number] | undefined;
  now: number;
  csrfToken: string;
  i18n: Translator;
}): ReactElement {
  const { eventId, settings, counts, done, now, csrfToken, i18n } = props;
  const { states, unseen } = counts;
  const path = timingPath(eventId);
  const isOver = settings.syncStopDate !== null && now >= settings.syncStopDate;
  if (!sends(settings))
    return (
      <Alert title={i18n.t('timing.off.title')}>
        <p>{i18n.t('timing.off.text')}</p>
        <ButtonLink href={settingsPath(eventId)}>{i18n.t('timing.settings')}</ButtonLink>
      </Alert>
    );
  return (
    <>
      {done ? <Saved>{i18n.t(`timing.done.${done}`)}</Saved> : null}
      {isOver ? <Alert>{i18n.t('timing.stopped', { at: i18n.dateTime(settings.syncStopDate ?? 0) })}</Alert> : null}
      {unseen > 0 ? <Alert>{i18n.t('timing.unseen', { count: unseen })}</Alert> : null}
      <Facts
        facts={[
          ...pushStates
            .filter((state) => states[state] > 0 || state === 'sent' || state === 'waiting')
            .map((state) => ({ label: i18n.t(`timing.state.${state}`), value: i18n.number(states[state]) })),
          {
            label: i18n.t('timing.column.last'),
            value: counts.lastSynchroAt === null ? '–' : i18n.dateTime(counts.lastSynchroAt),
          },
        ]}
      />
      <div className="row">
        {states.dead + states.failed > 0 ? (
          <PostButton action={`${path}/retry`} csrfToken={csrfToken}>
            {i18n.t('timing.retry')}
          </PostButton>
        ) : null}
        <PostButton action={`${path}/sync`} csrfToken={csrfToken} look="quiet">
          {i18n.t('timing.send.all')}
        </PostButton>
        {settings.listUrl === null ? null : (
          <ButtonLink look="quiet" href={comparePath(eventId)}>
            {i18n.t('timing.compare.title')}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

export const queuePages: Route[] = [
  page({ method: 'get', path: '/admin/events/{event}/timing', ...reads }, async (call) => {
    const { deps, record: catalog, query, now, viewer } = call;
    const about = aboutOf(call);
    const { i18n, eventId } = about;
    const settings = await settingsOf(deps.read, eventId);
    const last = await lastFetchOf(deps.read, eventId);
    const refused = query.get('refused');
    const why = refused === 'RR_NO_ANSWER' && last?.lastError ? askErrorText(errorOf(last.lastError), i18n) : null;
    const isTwice = numbersThere(settings) && (await hasRanges(deps.read, eventId));
    return call.render(
      <div className="stack">
        <RefusalNote>{why ?? namedProblem(i18n, refused)}</RefusalNote>
        {isTwice ? <Alert>{i18n.t('timing.numbersTwice')}</Alert> : null}
        <Queue
          eventId={eventId}
          settings={settings}
          counts={await queueCounts(deps.read, eventId)}
          done={doneTexts.find((one) => one === query.get('done'))}
          now={now}
          csrfToken={viewer.csrfToken}
          i18n={i18n}
        />
        {isFetchable(settings) ? (
          <ResultsPart
            eventId={eventId}
            last={last}
            byItself={settings.fetchesResults}
            csrfToken={viewer.csrfToken}
            i18n={i18n}
          />
        ) : null}
        <List list={await listData(call, pushListing, about)} />
      </div>,
      eventHead(
        catalog,
        i18n.t('timing.title'),
        // Without a connection the page starts with the settings.
        sends(settings) ? (
          <ButtonLink look="quiet" href={settingsPath(eventId)}>
            {i18n.t('timing.settings')}
          </ButtonLink>
        ) : null,
      ),
    );
  }),
  page({ method: 'get', path: '/admin/events/{event}/timing.csv', ...reads }, async (call) =>
    listFile(call, pushListing, aboutOf(call)),
  ),
  page({ method: 'post', path: '/admin/events/{event}/timing/sync', ...manages }, async (call) => {
    const { deps, record, redirect } = call;
    await deps.write((work) => resync(work, record.event.id, 'all'));
    deps.runNow('race-result');
    return redirect(withQuery(timingPath(record.event.id), 'done', 'all'));
  }),
  page(
    { method: 'post', path: '/admin/events/{event}/timing/sync/{participantId}', ...managesPerson },
    async (call) => {
      const { deps, record, redirect, params } = call;
      await deps.write((work) => resync(work, record.event.id, [params.participantId]));
      deps.runNow('race-result');
      return redirect(withQuery(timingPath(record.event.id), 'done', 'one'));
    },
  ),
  page({ method: 'post', path: '/admin/events/{event}/timing/retry', ...manages }, async (call) => {
    const { deps, record, redirect } = call;
    await deps.write((work) => retryFailed(work, record.event.id));
    deps.runNow('race-result');
    return redirect(withQuery(timingPath(record.event.id), 'done', 'failed'));
  }),
];
