import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, type Tone } from '#src/ui/display.tsx';
import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { itemSource, type Run, type RunItem, readItems } from '../read-runs.ts';
import { itemOutcomes } from '../rules/run-item.ts';
import { runPath } from './paths.ts';

export type AboutRun = ListAbout & { run: Run; catalog: Catalog };

function saidOf({ outcome, state, before, after, said }: RunItem, i18n: Translator): { text: string; tone: Tone } {
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
    {
      key: 'outcome',
      title: i18n.t('bibs.column.outcome'),
      cell: (item) => {
        const { text, tone } = saidOf(item, i18n);
        return <Badge tone={tone}>{text}</Badge>;
      },
      text: (item) => saidOf(item, i18n).text,
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
