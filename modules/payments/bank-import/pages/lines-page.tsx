import type { ReactElement } from 'react';
import type { MessageKey } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import { addressOf, type ListAbout, type Listing } from '#src/web/list/listing.ts';
import type { ListData } from '#src/web/list/show.ts';
import { bankLineOutcomes } from '../../rules/states.ts';
import { canDecideAgain } from '../decide-again.ts';
import { type ListedLine, lineSource, linesOf } from '../read-lines.ts';
import type { Tally } from '../result.ts';
import { lineColumns, Outcome, Summary } from './parts.tsx';
import { importPath, linePath, openLinesPath } from './paths.ts';

type Lines = ListData<ListedLine, AboutLines>;

export function OpenLinesPage({ list, done }: { list: Lines; done: boolean }): ReactElement {
  const { i18n } = usePage();
  return (
    <div className="stack">
      {done ? <Alert tone="good">{i18n.t('imports.line.done')}</Alert> : null}
      <List list={list} />
    </div>
  );
}

export function ImportPage({ list, tally, booked }: { list: Lines; tally: Tally; booked: boolean }): ReactElement {
  const { i18n } = usePage();
  const { about, view } = list;
  const href = (outcome: string) =>
    addressOf(lineListing, about, view, { filters: { ...view.filters, outcome }, page: 1 });
  return (
    <div className="stack">
      {booked ? <Alert tone="good">{i18n.t('imports.import.booked')}</Alert> : null}
      <Summary tally={tally} chosen={view.filters.outcome ?? ''} href={href} />
      <List list={list} />
    </div>
  );
}

type AboutLines = ListAbout & { importId: number | null };

export const lineListing = {
  path: ({ importId }) => (importId === null ? openLinesPath : importPath(importId)),
  file: ({ importId }) =>
    importId === null
      ? { path: `${openLinesPath}.csv`, name: 'open-bank-lines' }
      : { path: `${importPath(importId)}/lines.csv`, name: `bank-lines-${importId}` },
  name: ({ importId }) => (importId === null ? 'open-bank-lines' : 'bank-lines'),
  rowsOnAPage: 100,
  first: { field: 'id', direction: 'asc' },
  filters: {
    q: { as: 'search', label: 'imports.open.search' },
    outcome: {
      as: 'choice',
      label: 'imports.column.outcome',
      values: bankLineOutcomes,
      say: (outcome, i18n) => i18n.t(`imports.outcome.${outcome}` as MessageKey),
      isOffered: ({ importId }) => importId !== null,
    },
  },
  columns: ({ i18n, importId }) => [
    ...lineColumns<ListedLine>(i18n, ({ id, outcome, isClosed }) =>
      importId === null || (isClosed && !canDecideAgain({ outcome })) ? (
        <Outcome outcome={outcome} />
      ) : (
        <a href={linePath(id)}>
          <Outcome outcome={outcome} />
        </a>
      ),
    ),
    ...(importId === null
      ? [
          {
            key: 'assign',
            title: i18n.t('imports.open.assign'),
            cell: ({ id, payerName }: ListedLine) => (
              <ButtonLink
                href={linePath(id)}
                look="quiet"
                small
                aria-label={i18n.t('imports.open.assignLine', { name: payerName })}
              >
                {i18n.t('imports.open.assign')}
              </ButtonLink>
            ),
          },
        ]
      : []),
  ],
  ...rowsOf(({ importId, i18n }: AboutLines) => lineSource(importId, i18n.locale), linesOf),
  texts: {
    caption: 'imports.preview.rows',
    count: 'imports.lines.count',
    empty: 'imports.open.none',
    emptyFiltered: 'imports.lines.none',
  },
} as const satisfies Listing<ListedLine, AboutLines>;
