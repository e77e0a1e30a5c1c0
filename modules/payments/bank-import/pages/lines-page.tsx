import type { ReactElement } from 'react';
import { Alert, Empty } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Pager, Table } from '#src/ui/table.tsx';
import type { KeptLine } from '../read-lines.ts';
import type { Tally } from '../result.ts';
import { lineColumns, Outcome, Summary } from './parts.tsx';
import { importPath, linePath, openLinesPath } from './paths.ts';

const shownOf = (row: KeptLine) => ({ ...row, reference: row.text });

type OpenProps = { rows: readonly KeptLine[]; count: number; q: string; page: number; pages: number; done: boolean };

/** Lines that wait for a person. */
export function OpenLinesPage({ rows, count, q, page, pages, done }: OpenProps): ReactElement {
  const { words } = usePage();
  const href = (to: number) => `${openLinesPath}?${new URLSearchParams({ ...(q ? { q } : {}), page: String(to) })}`;
  return (
    <div className="stack">
      {done ? <Alert tone="good">{words.t('imports.line.done')}</Alert> : null}
      <Form method="get" action={openLinesPath} csrfToken={null} className="filter" role="search">
        <TextField name="q" type="search" label={words.t('imports.open.search')} defaultValue={q} maxLength={100} />
        <Button look="quiet" small>
          {words.t('ui.form.search')}
        </Button>
      </Form>
      <p className="soft">{words.t('imports.open.count', { count })}</p>
      <Table
        caption={words.t('imports.open.title')}
        captionHidden
        columns={[
          ...lineColumns(words, (row: ReturnType<typeof shownOf>) => <Outcome outcome={row.outcome} />),
          {
            key: 'assign',
            title: words.t('imports.open.assign'),
            cell: (row) => (
              <ButtonLink
                href={linePath(row.id)}
                look="quiet"
                small
                aria-label={words.t('imports.open.assignLine', { name: row.payerName })}
              >
                {words.t('imports.open.assign')}
              </ButtonLink>
            ),
          },
        ]}
        rows={rows.map(shownOf)}
        rowKey={(row) => row.id}
        empty={<Empty title={words.t(q ? 'imports.lines.none' : 'imports.open.none')} />}
      />
      <Pager page={page} pages={pages} href={href} />
    </div>
  );
}

type ImportProps = {
  id: number;
  rows: readonly KeptLine[];
  tally: Tally;
  outcome: string;
  page: number;
  pages: number;
  booked: boolean;
};

/** The lines that one file brought. */
export function ImportPage({ id, rows, tally, outcome, page, pages, booked }: ImportProps): ReactElement {
  const { words } = usePage();
  const href = (query: Record<string, string>) => `${importPath(id)}?${new URLSearchParams(query)}`;
  return (
    <div className="stack">
      {booked ? <Alert tone="good">{words.t('imports.import.booked')}</Alert> : null}
      <Summary tally={tally} chosen={outcome} href={(to) => href(to ? { outcome: to } : {})} />
      <Table
        caption={words.t('imports.preview.rows')}
        captionHidden
        columns={lineColumns(words, (row: ReturnType<typeof shownOf>) =>
          row.isClosed ? (
            <Outcome outcome={row.outcome} />
          ) : (
            <a href={linePath(row.id)}>
              <Outcome outcome={row.outcome} />
            </a>
          ),
        )}
        rows={rows.map(shownOf)}
        rowKey={(row) => row.id}
        empty={<Empty title={words.t('imports.lines.none')} />}
      />
      <Pager page={page} pages={pages} href={(to) => href({ ...(outcome ? { outcome } : {}), page: String(to) })} />
    </div>
  );
}
