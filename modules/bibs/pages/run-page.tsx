import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Facts, type Tone } from '#src/ui/display.tsx';
import { ButtonLink, PostButton, RefusalNote } from '#src/ui/form.tsx';
import { Live } from '#src/ui/live.tsx';
import { usePage } from '#src/ui/page.tsx';
import { rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import type { ListData } from '#src/web/list/show.ts';
import { itemSource, type Run, type RunItem, type RunTally, readItems } from '../read-runs.ts';
import { itemOutcomes } from '../rules/run.ts';
import { leftIn } from '../shapes.ts';
import { bibsPath, runPath } from './paths.ts';

export type AboutRun = ListAbout & { run: Run; catalog: Catalog };

function outcomeLabel(
  { outcome, state, before, after, said }: RunItem,
  i18n: Translator,
): { text: string; tone: Tone } {
  if (state === 'changed' || state === 'taken') return { text: i18n.t(`bibs.state.${state}`), tone: 'bad' };
  if (outcome === 'taken' && said) return { text: i18n.t('bibs.outcome.takenNumber', { bib: said }), tone: 'wait' };
  if (outcome === 'keptThere' && said)
    return { text: i18n.t('bibs.outcome.keptThereNumber', { bib: said }), tone: 'wait' };
  if (outcome !== 'set')
    return { text: i18n.t(`bibs.outcome.${outcome}`), tone: outcome === 'same' ? 'neutral' : 'wait' };
  const what = after === null ? 'cleared' : before === null ? 'fresh' : 'changed';
  return { text: i18n.t(`bibs.outcome.${what}`), tone: state === 'done' ? 'good' : 'neutral' };
}

const nameOf = ({ lastName, firstName, said }: RunItem): string =>
  lastName === null ? (said ?? '') : `${lastName}, ${firstName}`;

export const runListing = {
  path: ({ run }) => runPath(run.eventId, run.id),
  name: () => 'bib-run',
  rowsOnAPage: 100,
  first: { field: 'position', direction: 'asc' },
  filters: {
    outcome: {
      as: 'choice',
      label: 'bibs.filter.outcome',
      none: 'bibs.filter.any',
      values: itemOutcomes,
      say: (value, i18n) => i18n.t(`bibs.outcome.${value as RunItem['outcome']}`),
    },
  },
  columns: ({ i18n, run, catalog }) => [
    {
      key: 'name',
      title: i18n.t('bibs.column.name'),
      heading: true,
      text: (item) => nameOf(item) || i18n.t('bibs.line', { line: String(item.line ?? '') }),
    },
    ...(run.kind === 'import'
      ? [
          {
            key: 'line',
            title: i18n.t('bibs.column.line'),
            align: 'end' as const,
            text: ({ line }: RunItem) => String(line ?? ''),
          },
        ]
      : []),
    {
      key: 'competition',
      title: i18n.t('bibs.column.competition'),
      text: ({ competitionId }) => catalog.competitions.find(({ id }) => id === competitionId)?.title ?? '',
    },
    { key: 'before', title: i18n.t('bibs.column.before'), align: 'end', text: ({ before }) => before ?? '' },
    {
      key: 'after',
      title: i18n.t('bibs.column.after'),
      align: 'end',
      cell: ({ after }) => (after === null ? '–' : <strong>{after}</strong>),
      text: ({ after }) => after ?? '',
    },
    { key: 'chip', title: i18n.t('bibs.column.chip'), text: ({ chip }: RunItem) => chip ?? '' },
    {
      key: 'outcome',
      title: i18n.t('bibs.column.outcome'),
      cell: (item) => {
        const { text, tone } = outcomeLabel(item, i18n);
        return <Badge tone={tone}>{text}</Badge>;
      },
      text: (item) => outcomeLabel(item, i18n).text,
    },
  ],
  ...rowsOf(({ run }: AboutRun) => itemSource(run.id), readItems),
  texts: {
    caption: 'bibs.run.people',
    count: 'bibs.run.count',
    empty: 'bibs.run.nobody',
    emptyFiltered: 'bibs.run.nobody',
  },
} as const satisfies Listing<RunItem, AboutRun>;

type Props = {
  run: Run;
  tally: RunTally;
  list: ListData<RunItem, AboutRun>;
  i18n: Translator;
  /** The previous preview was outdated. */
  isAnew: boolean;
  refusal: string | null;
};

export function RunPage({ run, tally, list, i18n, isAnew, refusal }: Props): ReactElement {
  const changes = tally.fresh + tally.changed + tally.cleared + (tally.outcomes.chip ?? 0);
  const facts = [
    ...(['fresh', 'changed', 'cleared'] as const)
      .filter((name) => name === 'fresh' || tally[name] > 0)
      .map((name) => ({ label: i18n.t(`bibs.tally.${name}`), value: i18n.number(tally[name]) })),
    ...(tally.chips > 0 ? [{ label: i18n.t('bibs.tally.chips'), value: i18n.number(tally.chips) }] : []),
    ...(tally.outcomes.same ? [{ label: i18n.t('bibs.tally.same'), value: i18n.number(tally.outcomes.same) }] : []),
    { label: i18n.t('bibs.tally.left'), value: i18n.number(leftIn(tally)) },
    ...(tally.skipped > 0 ? [{ label: i18n.t('bibs.tally.skipped'), value: i18n.number(tally.skipped) }] : []),
  ];
  return (
    <div className="stack">
      <RefusalNote>{refusal}</RefusalNote>
      {isAnew ? (
        <Alert tone="wait" urgent focused>
          {i18n.t('bibs.run.anew')}
        </Alert>
      ) : null}
      {run.status === 'preview' ? (
        <Preview run={run} changes={changes} i18n={i18n} />
      ) : run.status === 'applying' ? (
        <Live className="stack-s" every={2}>
          <p id="bib-run-progress">{i18n.t('bibs.run.applying')}</p>
          <progress max={Math.max(1, changes)} value={changes - tally.open} aria-labelledby="bib-run-progress" />
        </Live>
      ) : (
        <Alert tone={tally.skipped > 0 ? 'wait' : 'good'} focused>
          {i18n.t(tally.skipped > 0 ? 'bibs.run.doneSkipped' : 'bibs.run.done', {
            done: tally.done,
            skipped: tally.skipped,
          })}
        </Alert>
      )}
      <Facts facts={facts} />
      <List list={list} />
    </div>
  );
}

function Preview({ run, changes, i18n }: { run: Run; changes: number; i18n: Translator }): ReactElement {
  const { csrfToken } = usePage();
  const base = bibsPath(run.eventId);
  return (
    <>
      <p>{i18n.t(changes === 0 ? 'bibs.run.nothing' : `bibs.run.preview.${run.kind}`)}</p>
      <div className="row">
        {changes > 0 ? (
          <PostButton action={`${runPath(run.eventId, run.id)}/apply`} csrfToken={csrfToken}>
            {i18n.t('bibs.run.apply', { count: changes })}
          </PostButton>
        ) : null}
        <ButtonLink look="quiet" href={run.kind === 'undo' ? base : `${base}/${run.kind}`}>
          {i18n.t('bibs.run.back')}
        </ButtonLink>
      </div>
    </>
  );
}
