import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { correctBib } from '#modules/orders/index.ts';
import { Problem } from '#src/kernel/problem.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { problemText, refusalText } from '#src/web/forms/refusal.ts';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { listData } from '#src/web/list/show.ts';
import { applyJob, startRun } from '../apply-run.ts';
import { previewAssignment, previewUndo } from '../plan-run.ts';
import { bibCounts, outsideBibs, rangesOf, settingsOf } from '../read-ranges.ts';
import { lastRunOf, type Run, runOf, tallyOfRun } from '../read-runs.ts';
import { setAssignOnCompletion } from '../save-ranges.ts';
import { assignInput } from '../shapes.ts';
import { BibsPage, doneKinds, maxOutside } from './bibs-page.tsx';
import { bibsPath, runPath } from './paths.ts';
import { RunPage, runListing } from './run-page.tsx';

type Call = PageCall<'bib.read' | 'bib.manage', 'event', Catalog>;
type LoadedRun = { catalog: Catalog; run: Run };
type RunCall = PageCall<'bib.manage', 'event' | 'runId', LoadedRun>;
const path = '/admin/events/{event}/bibs' as const;
const manages = { may: 'bib.manage', load: loadCatalog } as const;

async function showBibs(call: Call, refusal: string | null = null): Promise<Response> {
  const { deps, record: catalog, query } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const eventId = catalog.event.id;
  return call.render(
    <BibsPage
      catalog={catalog}
      settings={await settingsOf(deps.read, eventId)}
      ranges={await rangesOf(deps.read, eventId)}
      counts={await bibCounts(deps.read, eventId)}
      outside={await outsideBibs(deps.read, eventId, maxOutside)}
      lastRun={await lastRunOf(deps.read, eventId)}
      isNumberedElsewhere={await deps.isNumberedElsewhere(eventId)}
      i18n={i18n}
      done={doneKinds.find((each) => each === query.get('done')) ?? null}
      refusal={refusal}
    />,
    eventHead(catalog, i18n.t('bibs.title')),
    refusal ? 409 : 200,
  );
}

async function loadRun(call: Pick<RunCall, 'deps' | 'viewer' | 'may' | 'params'>): Promise<LoadedRun> {
  const catalog = await loadCatalog(call);
  return { catalog, run: await runOf(call.deps.read, catalog.event.id, call.params.runId) };
}

async function showRun(call: RunCall, refusal: string | null = null): Promise<Response> {
  const { deps, query } = call;
  const { catalog, run } = call.record;
  const i18n = wordsOf(call.i18n, catalog);
  return call.render(
    <RunPage
      run={run}
      tally={await tallyOfRun(deps.read, run.id)}
      list={await listData(call, runListing, { i18n, run, catalog })}
      i18n={i18n}
      isAnew={query.get('anew') === '1' && run.status === 'preview'}
      refusal={refusal}
    />,
    eventHead(
      catalog,
      i18n.t(`bibs.run.title.${run.kind}`),
      <ButtonLink look="quiet" href={bibsPath(run.eventId)}>
        {i18n.t('bibs.title')}
      </ButtonLink>,
    ),
    refusal ? 409 : 200,
  );
}

/** Previews again because people changed meanwhile; an import needs its file again. */
async function planAnew(call: RunCall): Promise<Response> {
  const { deps, viewer } = call;
  const { run } = call.record;
  const request = { eventId: run.eventId, editorId: viewer.userId };
  if (run.kind === 'import') return call.redirect(`${bibsPath(run.eventId)}/import?outdated=1`);
  const runId =
    run.kind === 'undo'
      ? await previewUndo(deps, request)
      : await previewAssignment(deps, request, assignInput.parse(run.options));
  return call.redirect(`${runPath(run.eventId, runId)}?anew=1`);
}

export const bibPages: Route[] = [
  page({ method: 'get', path, may: 'bib.read', load: loadCatalog }, (call) => showBibs(call)),
  page({ method: 'post', path: `${path}/on-completion`, ...manages }, async (call) => {
    const { deps, viewer, record: catalog, form } = call;
    const eventId = catalog.event.id;
    const assignOnCompletion = form.get('on') === 'true';
    await deps.write((work) => setAssignOnCompletion(work, { eventId, editorId: viewer.userId, assignOnCompletion }));
    return call.redirect(`${bibsPath(eventId)}?done=${assignOnCompletion ? 'on' : 'off'}`);
  }),
  page({ method: 'post', path: `${path}/next-free`, ...manages }, async (call) => {
    const { deps, viewer, record: catalog, form, i18n } = call;
    const eventId = catalog.event.id;
    const participantId = Number(form.get('participantId'));
    const request = { participantId, eventId, editorId: viewer.userId, mailsTicket: true };
    try {
      await deps.write((work) => correctBib(deps, work, { ...request, correction: { nextFree: true } }));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 409) throw error;
      return showBibs(call, refusalText(error, wordsOf(i18n, catalog)));
    }
    return call.redirect(`${bibsPath(eventId)}?done=nextFree`);
  }),
  page({ method: 'post', path: `${path}/undo`, ...manages }, async (call) => {
    const { deps, viewer, record: catalog } = call;
    const eventId = catalog.event.id;
    try {
      return call.redirect(runPath(eventId, await previewUndo(deps, { eventId, editorId: viewer.userId })));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'NOTHING_TO_UNDO') throw error;
      return showBibs(call, problemText(call.i18n, error.code));
    }
  }),
  page({ method: 'get', path: `${path}/runs/{runId}`, may: 'bib.manage', load: loadRun }, (call) => showRun(call)),
  page({ method: 'post', path: `${path}/runs/{runId}/apply`, may: 'bib.manage', load: loadRun }, async (call) => {
    const { deps } = call;
    const { eventId, id: runId } = call.record.run;
    try {
      await deps.write((work) => startRun(work, { eventId, runId }));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === 'BIB_RUN_OUTDATED') return planAnew(call);
      if (error.code !== 'BIB_RUN_UNDER_WAY') throw error;
      return showRun(call, problemText(call.i18n, error.code));
    }
    deps.runNow(applyJob);
    return call.redirect(runPath(eventId, runId));
  }),
];
