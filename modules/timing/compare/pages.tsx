import type { ReactElement } from 'react';
import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card } from '#src/ui/display.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { Button, Form, PostButton, RefusalNote } from '#src/ui/form.tsx';
import { Live } from '#src/ui/live.tsx';
import { namedProblem, refusalOf } from '#src/web/forms/refusal.ts';
import { idIn, type PageCall, page, type Route, withQuery } from '#src/web/http.ts';
import { rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { listData } from '#src/web/list/show.ts';
import { comparePath, timingPath } from '../paths.ts';
import { settingsOf } from '../read-settings.ts';
import { askErrorText } from '../results-part.tsx';
import { type ComparedField, comparedFields, isComparedField, type Winner } from '../rules/differences.ts';
import type { PushError } from '../rules/push.ts';
import { applyRun, undoRun } from './apply.ts';
import { latestRun, lookForDifferences, type Run } from './look.ts';
import { differenceSource, fieldCounts, type ListedDifference, readDifferences } from './read-comparison.ts';

type Call = PageCall<'timing.manage', 'event', Catalog>;
const path = '/admin/events/{event}/timing/compare';
const manages = { may: 'timing.manage', load: loadCatalog } as const;

const fieldName = (field: string, i18n: Translator): string =>
  isComparedField(field) ? i18n.t(`timing.field.${field}`) : field;

type About = ListAbout & { eventId: number; runId: number };
const differenceListing = {
  path: ({ eventId }) => comparePath(eventId),
  name: () => 'race-result-differences',
  rowsOnAPage: 100,
  cards: 'compact',
  first: { field: 'id', direction: 'asc' },
  filters: {
    field: {
      as: 'choice',
      label: 'timing.compare.field',
      values: comparedFields,
      say: (field, i18n) => fieldName(field, i18n),
    },
  },
  columns: ({ i18n }) => [
    {
      key: 'name',
      title: i18n.t('timing.column.name'),
      heading: true,
      cell: ({ orderId, participantId, firstName, lastName }) => (
        <a href={`/admin/orders/${orderId}/participants/${participantId}`}>{`${firstName} ${lastName}`}</a>
      ),
      text: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    },
    { key: 'field', title: i18n.t('timing.compare.field'), text: ({ field }) => fieldName(field, i18n) },
    { key: 'ours', title: i18n.t('timing.compare.ours'), card: 'label', text: ({ ours }) => ours },
    { key: 'theirs', title: i18n.t('timing.compare.theirs'), card: 'label', text: ({ theirs }) => theirs },
    {
      key: 'state',
      title: i18n.t('timing.column.state'),
      text: ({ state, error }) =>
        state === 'open' ? '' : [i18n.t(`timing.compare.state.${state}`), error].filter(Boolean).join(': '),
    },
  ],
  ...rowsOf(({ runId }: About) => differenceSource(runId), readDifferences),
  texts: {
    caption: 'timing.compare.list',
    count: 'timing.compare.count',
    empty: 'timing.compare.none',
    emptyFiltered: 'timing.compare.none',
  },
} as const satisfies Listing<ListedDifference, About>;

function Winners(props: {
  eventId: number;
  run: Run;
  counts: Awaited<ReturnType<typeof fieldCounts>>;
  csrfToken: string;
  i18n: Translator;
}): ReactElement {
  const { eventId, run, counts, csrfToken, i18n } = props;
  const option = (value: string) => ({ value, label: i18n.t(`timing.compare.option.${value as Winner | 'none'}`) });
  return (
    <Card title={i18n.t('timing.compare.choose')}>
      <Form action={`${comparePath(eventId)}/apply`} csrfToken={csrfToken}>
        <p className="soft">{i18n.t('timing.compare.chooseText')}</p>
        <input type="hidden" name="runId" value={run.id} />
        {counts.map(({ field, count }) => (
          <SelectField
            key={field}
            name={`winner-${field}`}
            label={i18n.t('timing.compare.fieldCount', { field: fieldName(field, i18n), count })}
            defaultValue=""
            options={[
              { ...option('none'), value: '' },
              option('ours'),
              ...(field === 'Contest' ? [] : [option('theirs')]),
            ]}
          />
        ))}
        <Button>{i18n.t('timing.compare.apply')}</Button>
      </Form>
    </Card>
  );
}

async function show(call: Call, refusal: string | null = null): Promise<Response> {
  const { deps, record: catalog, query, viewer } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const { id: eventId } = catalog.event;
  const { csrfToken } = viewer;
  const run = await latestRun(deps.read, eventId);
  const counts = run ? await fieldCounts(deps.read, run.id) : [];
  const sum = (of: 'failed' | 'left' | 'done') => counts.reduce((all, one) => all + one[of], 0);
  const isWorking = run?.state === 'applying' || run?.state === 'undoing';
  return call.render(
    <div className="stack">
      <RefusalNote>{refusal ?? namedProblem(i18n, query.get('refused'))}</RefusalNote>
      <p className="soft">{i18n.t('timing.compare.intro')}</p>
      {(await settingsOf(deps.read, eventId)).listUrl === null ? (
        <Alert>{i18n.t('timing.compare.noList')}</Alert>
      ) : isWorking ? null : (
        <PostButton action={comparePath(eventId)} csrfToken={csrfToken} look={run ? 'quiet' : undefined}>
          {i18n.t(run ? 'timing.compare.again' : 'timing.compare.start')}
        </PostButton>
      )}
      {run ? (
        <>
          <p>
            {i18n.t('timing.compare.found', {
              at: i18n.dateTime(run.createdAt),
              compared: run.compared,
              missingThere: run.missingThere,
              missingHere: run.missingHere,
            })}
          </p>
          {isWorking ? (
            <Live className="stack" every={5}>
              <Alert>{i18n.t('timing.compare.working', { done: sum('done') })}</Alert>
            </Live>
          ) : null}
          {run.state === 'applied' ? (
            <Alert tone={sum('failed') > 0 ? 'bad' : 'good'}>
              <p>{i18n.t('timing.compare.applied', { done: sum('done'), failed: sum('failed') })}</p>
              <PostButton
                action={`${comparePath(eventId)}/undo?run=${run.id}`}
                csrfToken={csrfToken}
                look="quiet"
                small
              >
                {i18n.t('timing.compare.undo')}
              </PostButton>
            </Alert>
          ) : null}
          {run.state === 'undone' ? (
            <Alert>{i18n.t('timing.compare.undone', { done: sum('done'), left: sum('left') })}</Alert>
          ) : null}
          {run.state === 'open' && counts.length > 0 ? (
            <Winners {...{ eventId, run, counts, csrfToken, i18n }} />
          ) : null}
          <List list={await listData(call, differenceListing, { i18n, eventId, runId: run.id })} />
        </>
      ) : null}
    </div>,
    eventHead(catalog, i18n.t('timing.compare.title'), <a href={timingPath(eventId)}>{i18n.t('timing.title')}</a>),
    refusal === null ? 200 : 409,
  );
}

/** The error text of RACE RESULT must not appear in a URL. */
async function look(call: Call): Promise<Response> {
  try {
    await lookForDifferences(call.deps, call.record.event.id, call.viewer.userId);
    return call.redirect(comparePath(call.record.event.id));
  } catch (error) {
    refusalOf(error, call.i18n);
    const { code, details } = error as Problem;
    if (code !== 'RR_NO_ANSWER') return call.redirect(withQuery(comparePath(call.record.event.id), 'refused', code));
    const failure = { code: details.reason as PushError, message: String(details.said ?? '') };
    return show(call, askErrorText(failure, wordsOf(call.i18n, call.record)));
  }
}

/** Runs the action of a button; a refusal is shown on the same page. */
async function press(call: Call, run: (eventId: number) => Promise<unknown>): Promise<Response> {
  const eventId = call.record.event.id;
  try {
    await run(eventId);
    return call.redirect(comparePath(eventId));
  } catch (error) {
    refusalOf(error, call.i18n);
    return call.redirect(withQuery(comparePath(eventId), 'refused', error instanceof Problem ? error.code : ''));
  }
}

export const comparePages: Route[] = [
  page({ method: 'get', path, ...manages }, (call) => show(call)),
  page({ method: 'post', path, ...manages }, look),
  page({ method: 'post', path: `${path}/apply`, ...manages }, (call) =>
    press(call, async (eventId) => {
      const { deps, form, viewer } = call;
      const isWinner = (text: unknown): text is Winner => text === 'ours' || text === 'theirs';
      const winners: Partial<Record<ComparedField, Winner>> = {};
      for (const field of comparedFields) {
        const chosen = form.get(`winner-${field}`);
        if (isWinner(chosen)) winners[field] = chosen;
      }
      const runId = idIn(String(form.get('runId') ?? ''));
      await deps.write((work) => applyRun(work, { eventId, runId, winners, editor: viewer }));
      deps.runNow('race-result-compare');
    }),
  ),
  page({ method: 'post', path: `${path}/undo`, ...manages }, (call) =>
    press(call, async (eventId) => {
      const runId = idIn(call.query.get('run'));
      await call.deps.write((work) => undoRun(work, { eventId, runId, editor: call.viewer }));
      call.deps.runNow('race-result-compare');
    }),
  ),
];
