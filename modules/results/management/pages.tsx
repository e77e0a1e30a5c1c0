import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { Problem } from '#src/kernel/problem.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { postedText } from '#src/web/forms/own-form.ts';
import { problemText } from '#src/web/forms/refusal.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { positive } from '#src/web/list/listing.ts';
import {
  type ImportOptions,
  importResults,
  maxFileBytes,
  pendingResultFiles,
  planImport,
} from '../import/import-results.ts';
import { competitionResultsPath, pathWithQuery } from '../public/paths.ts';
import {
  competitionLists,
  countResults,
  eventLists,
  importOf,
  importsOf,
  isBeingUndone,
  lastImport,
  namedChangesOf,
} from '../read-results.ts';
import { outcomes } from '../rules/matching.ts';
import { refuse, resultProblems } from '../rules/problems.ts';
import { inputOfLists, saveCompetitionLists, saveEventLists } from '../save-results.ts';
import { undoImport, undoJob } from '../undo-import.ts';
import { competitionForm, competitionInput, listsForm, listsInput } from './forms.ts';
import { ImportPage, PreviewPage } from './import-page.tsx';
import { type CompetitionCall, competitionPath, loadCompetition, managePath } from './load-competition.ts';
import { ManagePage } from './manage-page.tsx';
import { namePages } from './names-page.tsx';

const may = 'result.manage';
type Call<Name extends string = never> = PageCall<typeof may, 'event' | Name, Catalog>;
type PageState = { state?: FormState; error?: string | null; status?: 400 | 409 };

const base = '/admin/events/{event}/results';
const upload = { maxBytes: maxFileBytes, refusedAs: 'refused' };
const notices = ['imported', 'undone', 'undoneTimes', 'undoing', 'gone', 'saved'] as const;
const changesOnAPage = 200;

async function showManage(call: Call, { state, error = null, status = 400 }: PageState = {}): Promise<Response> {
  const { deps, query, record: catalog } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const { event } = catalog;
  const counts = await countResults(deps.read, event.id);
  const competitions = [];
  for (const competition of catalog.competitions)
    competitions.push({
      competition,
      lists: await competitionLists(deps.read, competition),
      count: counts.get(competition.id) ?? 0,
    });
  const refused = query.get('refused');
  const message = error ?? (refused && i18n.has(`problem.${refused}`) ? problemText(i18n, refused) : null);
  const notice = notices.find((each) => each === query.get('done'));
  return call.render(
    <div className="stack">
      <ManagePage
        {...{ catalog, competitions, i18n }}
        lists={await eventLists(deps.read, event.id)}
        imports={await importsOf(deps.read, event.id)}
        lastImport={await lastImport(deps.read, event.id)}
        state={state}
        error={message}
        notice={notice ? i18n.t(`results.done.${notice}`) : null}
      />
    </div>,
    eventHead(catalog, i18n.t('results.title')),
    state ? formStatus(state) : error ? status : 200,
  );
}

const optionsOf = ({ competitions }: Catalog, fieldValue: (name: string) => string): ImportOptions => ({
  competitionId: competitions.find(({ id }) => String(id) === fieldValue('competition'))?.id ?? null,
  takesGuests: fieldValue('guests') === 'true',
});
const inQuery =
  ({ query }: Call) =>
  (name: string) =>
    query.get(name) ?? '';
const inForm = (call: Call) => (name: string) => postedText(call, name);

async function orRefused(call: Call, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code in resultProblems)
      return showManage(call, { error: problemText(call.i18n, error.code), status: 409 });
    if (error.code !== 'VALIDATION_FAILED') throw error;
    const key = `results.fault.${String(error.details.fault)}`;
    const { i18n } = call;
    return showManage(call, { error: i18n.t(i18n.has(key) ? key : 'results.fault.damaged') });
  }
}

async function takeFile(call: Call): Promise<Response> {
  const { deps, viewer, now, record: catalog, i18n } = call;
  const file = call.form.get('file');
  if (!(file instanceof File) || file.size === 0) return showManage(call, { error: i18n.t('results.fault.missing') });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const options = optionsOf(catalog, inForm(call));
  return orRefused(call, async () => {
    await planImport(deps, catalog, { bytes, editorId: viewer.userId }, options);
    const token = await pendingResultFiles.keep(deps, { bytes, name: file.name }, viewer.userId, now);
    const query = {
      file: token,
      competition: options.competitionId === null ? '' : String(options.competitionId),
      guests: options.takesGuests ? 'true' : '',
    };
    return call.redirect(pathWithQuery(`${managePath(catalog.event.id)}/preview`, query));
  });
}

async function showPreview(call: Call): Promise<Response> {
  const { deps, viewer, now, query, record: catalog } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const token = query.get('file') ?? '';
  const file = await pendingResultFiles.find(deps, token, viewer.userId, now);
  if (!file) return call.redirect(`${managePath(catalog.event.id)}?done=gone`);
  const options = optionsOf(catalog, inQuery(call));
  return orRefused(call, async () => {
    const planned = await planImport(deps, catalog, { bytes: file.bytes, editorId: viewer.userId }, options);
    return call.render(
      <div className="stack">
        <PreviewPage
          {...{ catalog, planned, i18n }}
          name={file.name}
          file={token}
          competition={options.competitionId === null ? '' : String(options.competitionId)}
          takesGuests={options.takesGuests}
          outcome={outcomes.find((each) => each === query.get('outcome')) ?? ''}
          page={positive(query.get('page')) ?? 1}
        />
      </div>,
      eventHead(catalog, i18n.t('results.preview.title')),
    );
  });
}

async function runImport(call: Call): Promise<Response> {
  const { deps, viewer, now, record: catalog } = call;
  const token = postedText(call, 'file');
  const path = managePath(catalog.event.id);
  const file = await pendingResultFiles.find(deps, token, viewer.userId, now);
  if (!file) return call.redirect(`${path}?done=gone`);
  return orRefused(call, async () => {
    await importResults(deps, viewer, catalog, file, optionsOf(catalog, inForm(call)));
    await pendingResultFiles.forget(deps, token, viewer.userId, now);
    return call.redirect(`${path}?done=imported`);
  });
}

async function saveLists(call: Call): Promise<Response> {
  const { viewer, record: catalog } = call;
  const { event } = catalog;
  const saved = await saveForm(call, {
    form: listsForm,
    schema: listsInput,
    stored: async ({ tx }) => ({ showsStartList: (await eventLists(tx, event.id)).showsStartList }),
    save: async (work, input) => {
      await saveEventLists(work, viewer, { eventId: event.id, title: event.title }, input);
      return `${managePath(event.id)}?done=saved`;
    },
  });
  return 'to' in saved ? call.redirect(saved.to) : showManage(call, { state: saved.state });
}

async function showCompetition(call: CompetitionCall, state?: FormState): Promise<Response> {
  const { catalog, competition } = call.record;
  const i18n = wordsOf(call.i18n, catalog);
  const lists = await competitionLists(call.deps.read, competition);
  const { event } = catalog;
  return call.render(
    <div className="stack">
      <p>
        <a href={managePath(event.id)}>{i18n.t('results.imports.back')}</a>
      </p>
      <SavingForm
        form={competitionForm}
        record={inputOfLists(lists)}
        state={state}
        isSaved={call.query.has('saved')}
        i18n={i18n}
        action={competitionPath(event.id, competition.id)}
        actions={
          <ButtonLink look="plain" href={competitionResultsPath(event.id, competition.id)}>
            {i18n.t(lists.publishedAt === null ? 'results.manage.preview' : 'results.manage.public')}
          </ButtonLink>
        }
      />
    </div>,
    eventHead(catalog, i18n.t('results.public.title', { competition: competition.title })),
    formStatus(state),
  );
}

async function saveCompetition(call: CompetitionCall) {
  const { viewer } = call;
  const { catalog, competition } = call.record;
  return saveForm(call, {
    form: competitionForm,
    schema: competitionInput,
    stored: async ({ tx }) => inputOfLists(await competitionLists(tx, competition)),
    beside: (problem) =>
      problem.code === 'VALIDATION_FAILED' ? { ownClasses: call.i18n.t('results.error.ownClasses') } : null,
    save: async (work, input) => {
      await saveCompetitionLists(work, viewer, competition, input);
      return `${competitionPath(catalog.event.id, competition.id)}?saved`;
    },
  });
}

async function showImport(call: Call<'importId'>): Promise<Response> {
  const { deps, params, query, record: catalog } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const record = (await importOf(deps.read, catalog.event.id, params.importId)) ?? refuse('NOT_FOUND');
  const at = positive(query.get('page')) ?? 1;
  const part = { offset: (at - 1) * changesOnAPage, limit: changesOnAPage };
  const { count, changes } = await namedChangesOf(deps.read, record.id, part);
  return call.render(
    <div className="stack">
      <ImportPage
        {...{ catalog, record, changes, i18n }}
        page={at}
        pages={Math.max(1, Math.ceil(count / changesOnAPage))}
      />
    </div>,
    eventHead(catalog, i18n.t('results.imports.one')),
  );
}

async function undo(call: Call<'importId'>): Promise<Response> {
  const { deps, viewer, params, record: catalog } = call;
  const path = managePath(catalog.event.id);
  try {
    const stops = await deps.write((work) => undoImport(work, viewer, catalog.event.id, params.importId));
    deps.runNow(undoJob);
    const isOpen = await isBeingUndone(deps.read, catalog.event.id);
    return call.redirect(`${path}?done=${stops ? 'undoneTimes' : isOpen ? 'undoing' : 'undone'}`);
  } catch (error) {
    if (!(error instanceof Problem && error.code in resultProblems)) throw error;
    return call.redirect(`${path}?refused=${error.code}`);
  }
}

const ofEvent = { may, load: loadCatalog } as const;

export const managePages: readonly Route[] = [
  page({ method: 'get', path: base, ...ofEvent }, (call: Call) => showManage(call)),
  page({ method: 'post', path: `${base}/files`, ...ofEvent, upload }, takeFile),
  page({ method: 'get', path: `${base}/preview`, ...ofEvent }, showPreview),
  page({ method: 'post', path: `${base}/import`, ...ofEvent }, runImport),
  page({ method: 'post', path: `${base}/lists`, ...ofEvent }, saveLists),
  ...formPages({
    path: `${base}/competitions/{competitionId}`,
    may,
    load: loadCompetition,
    loadData: (call: CompetitionCall) => call,
    show: showCompetition,
    save: saveCompetition,
  }),
  ...namePages,
  page({ method: 'get', path: `${base}/imports/{importId}`, ...ofEvent }, showImport),
  page({ method: 'post', path: `${base}/imports/{importId}/undo`, ...ofEvent }, undo),
];
