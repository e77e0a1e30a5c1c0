import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Empty, type Tone } from '#src/ui/display.tsx';
import { Button, ButtonLink, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type Column, Pager, Table } from '#src/ui/table.tsx';
import type { PlannedImport } from '../import/import-results.ts';
import { pathWithQuery } from '../public/paths.ts';
import type { ImportRecord, NamedChange } from '../read-results.ts';
import { isSaved, type Outcome, outcomes, type PlannedLine } from '../rules/matching.ts';
import type { ResultContent } from '../rules/result.ts';
import { digitsOf } from '../rules/time.ts';
import { statusText, timeText } from '../words.ts';
import { importPath, managePath } from './load-competition.ts';
import { ImportOptionFields, sourceText } from './manage-page.tsx';

export function ImportPage(props: {
  catalog: Catalog;
  record: ImportRecord;
  changes: readonly NamedChange[];
  page: number;
  pages: number;
  i18n: Translator;
}): ReactElement {
  const { catalog, record, changes, page, pages, i18n } = props;
  const { t } = i18n;
  const columns: Column<NamedChange>[] = [
    { key: 'name', title: t('results.column.name'), cell: ({ name }) => name || '–', heading: true, card: 'start' },
    { key: 'bib', title: t('results.column.bib'), cell: ({ after }) => after.bib ?? '–', align: 'end', card: 'end' },
    {
      key: 'before',
      title: t('results.imports.before'),
      cell: ({ before }) => contentText(before, i18n),
      card: 'rest',
    },
    { key: 'after', title: t('results.imports.after'), cell: ({ after }) => contentText(after, i18n), card: 'rest' },
  ];
  return (
    <>
      <p>
        <a href={managePath(catalog.event.id)}>{t('results.imports.back')}</a>
      </p>
      <p>
        {sourceText(record, i18n)} · {i18n.shortDateTime(record.createdAt)} ·{' '}
        {t('results.imports.countsText', { made: record.made, changed: record.changed })}
      </p>
      {record.undoneAt === null ? null : (
        <Alert tone="wait">{t('results.imports.undone', { at: i18n.shortDateTime(record.undoneAt) })}</Alert>
      )}
      <Table
        caption={t('results.imports.changes')}
        columns={columns}
        rows={changes}
        rowKey={({ resultId }) => resultId}
        empty={null}
      />
      <Pager
        page={page}
        pages={pages}
        href={(to) => `${importPath(catalog.event.id, record.id)}${to > 1 ? `?page=${to}` : ''}`}
      />
    </>
  );
}

function contentText(content: ResultContent | null, i18n: Translator): string {
  if (!content) return '–';
  const { status, timeMs, splits } = content;
  const time = status === 'finished' && timeMs !== null ? timeText(timeMs, 1, i18n) : statusText(status, i18n);
  return [time, ...splits.map((split) => `${split.name} ${timeText(split.timeMs, 0, i18n)}`)].join(' · ');
}

const rowsOnAPage = 100;
const tones: Partial<Record<Outcome, Tone>> = { new: 'good', changed: 'accent', same: 'neutral' };

type PreviewView = {
  catalog: Catalog;
  planned: PlannedImport;
  name: string;
  file: string;
  competition: string;
  takesGuests: boolean;
  outcome: Outcome | '';
  page: number;
  i18n: Translator;
};

export function PreviewPage(view: PreviewView): ReactElement {
  const { catalog, planned, name, file, competition, takesGuests, outcome, page, i18n } = view;
  const { csrfToken } = usePage();
  const { t } = i18n;
  const base = managePath(catalog.event.id);
  const lines = planned.lines.filter((each) => outcome === '' || each.outcome === outcome);
  const pages = Math.max(1, Math.ceil(lines.length / rowsOnAPage));
  const saved = planned.tally.new + planned.tally.changed;
  const left = planned.lines.length - saved - planned.tally.same;
  const fields = { file, competition, guests: takesGuests ? 'true' : '' };
  const href = (change: Record<string, string>, to = 1) =>
    pathWithQuery(`${base}/preview`, { ...fields, ...change }, to);
  return (
    <>
      <p>{t('results.preview.of', { name, count: planned.lines.length })}</p>
      {planned.splits.length > 0 ? (
        <p className="soft">{t('results.preview.splits', { names: planned.splits.join(', ') })}</p>
      ) : null}
      <nav aria-label={t('results.preview.outcomes')}>
        <ul className="section-links result-ways">
          <li>
            <a href={href({})} aria-current={outcome === '' ? 'page' : undefined}>
              {t('results.preview.all', { count: planned.lines.length })}
            </a>
          </li>
          {outcomes
            .filter((each) => planned.tally[each] > 0)
            .map((each) => (
              <li key={each}>
                <a href={href({ outcome: each })} aria-current={outcome === each ? 'page' : undefined}>
                  {t('results.preview.outcomeCount', {
                    outcome: t(`results.outcome.${each}`),
                    count: planned.tally[each],
                  })}
                </a>
              </li>
            ))}
        </ul>
      </nav>
      {saved === 0 ? <Alert tone="wait">{t('results.preview.nothing')}</Alert> : null}
      {left > 0 ? <Alert tone="wait">{t('results.preview.left', { count: left })}</Alert> : null}
      <div className="row">
        {saved > 0 ? (
          <PostButton action={`${base}/import`} csrfToken={csrfToken} fields={fields}>
            {t('results.preview.import', { count: saved })}
          </PostButton>
        ) : null}
        <ButtonLink href={base} look="quiet">
          {t('results.preview.cancel')}
        </ButtonLink>
      </div>
      <details className="result-options">
        <summary>{t('results.preview.options')}</summary>
        <Form method="get" action={`${base}/preview`} csrfToken={null}>
          <input type="hidden" name="file" value={file} />
          <ImportOptionFields {...{ catalog, competition, takesGuests, i18n }} />
          <div className="form-actions">
            <Button look="quiet">{t('results.preview.again')}</Button>
          </div>
        </Form>
      </details>
      <Table
        caption={t('results.preview.lines')}
        columns={columnsOf(i18n, digitsOf(planned.lines.map(({ line }) => line.timeMs)))}
        rows={lines.slice((page - 1) * rowsOnAPage, page * rowsOnAPage)}
        rowKey={({ line }) => line.at}
        empty={<Empty title={t('results.filter.none')} />}
      />
      <Pager page={page} pages={pages} href={(to) => href(outcome ? { outcome } : {}, to)} />
    </>
  );
}

function columnsOf(i18n: Translator, digits: ReturnType<typeof digitsOf>): Column<PlannedLine>[] {
  const { t } = i18n;
  return [
    { key: 'at', title: t('results.preview.line'), cell: ({ line }) => line.at, align: 'end', card: 'end' },
    { key: 'bib', title: t('results.column.bib'), cell: ({ line }) => line.bib ?? '–', align: 'end', card: 'rest' },
    {
      key: 'name',
      title: t('results.preview.inFile'),
      cell: ({ line }) => line.name ?? ([line.firstName, line.lastName].filter(Boolean).join(' ') || '–'),
      heading: true,
      card: 'start',
    },
    {
      key: 'starter',
      title: t('results.preview.starter'),
      cell: ({ starter, isGuest, outcome }) =>
        starter
          ? `${starter.firstName} ${starter.lastName}`
          : isGuest && isSaved(outcome)
            ? t('results.preview.guest')
            : '–',
      card: 'rest',
    },
    {
      key: 'time',
      title: t('results.column.time'),
      cell: ({ line }) =>
        line.status !== null && line.status !== 'finished'
          ? statusText(line.status, i18n)
          : line.timeMs === null
            ? '–'
            : timeText(line.timeMs, digits, i18n),
      align: 'end',
      isShort: true,
      card: 'rest',
    },
    {
      key: 'outcome',
      title: t('results.preview.outcome'),
      cell: ({ outcome, line }) => (
        <>
          <Badge tone={tones[outcome] ?? 'wait'}>{t(`results.outcome.${outcome}`)}</Badge>{' '}
          {outcome === 'unreadable' ? line.unreadable.join(', ') : null}
        </>
      ),
      card: 'foot',
    },
  ];
}
