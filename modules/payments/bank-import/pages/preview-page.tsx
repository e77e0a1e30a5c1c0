import type { ReactElement } from 'react';
import { Alert, Badge, Empty } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Pager, Table } from '#src/ui/table.tsx';
import { visibleColumns } from '#src/web/list/listing.ts';
import { type ImportResult, tallyOf } from '../result.ts';
import { lineColumns, Outcome, Summary } from './parts.tsx';
import { bookPath, columnsPath, importsPath, previewPath } from './paths.ts';

const rowsOnAPage = 100;

export function PreviewPage(props: {
  result: ImportResult;
  token: string;
  name: string;
  outcome: string;
  page: number;
}): ReactElement {
  const { result, token, name, outcome, page } = props;
  const { i18n, csrfToken } = usePage();
  const numbered = result.rows.map((row, index) => ({ ...row, index }));
  const filtered = numbered.filter((row) => outcome === '' || row.outcome === outcome);
  const pages = Math.max(1, Math.ceil(filtered.length / rowsOnAPage));
  const fresh = result.rows.filter(({ isKnown }) => !isKnown).length;
  const href = (change: Record<string, string>) => previewPath(token, { ...(outcome ? { outcome } : {}), ...change });
  return (
    <div className="stack">
      <p>{i18n.t('imports.preview.of', { name, format: result.format, count: result.rows.length })}</p>
      {fresh === 0 ? <Alert tone="wait">{i18n.t('imports.preview.nothingNew')}</Alert> : null}
      <Summary
        tally={tallyOf(result.rows)}
        chosen={outcome}
        href={(to) => previewPath(token, to ? { outcome: to } : {})}
      />
      <div className="row">
        <PostButton action={bookPath} csrfToken={csrfToken} fields={{ file: token }}>
          {i18n.t('imports.preview.book')}
        </PostButton>
        {result.format.endsWith('-chosen') ? (
          <ButtonLink href={columnsPath(token)} look="quiet">
            {i18n.t('imports.columns.change')}
          </ButtonLink>
        ) : null}
        <ButtonLink href={importsPath} look="quiet">
          {i18n.t('imports.preview.cancel')}
        </ButtonLink>
      </div>
      <p className="soft">{i18n.t('imports.preview.meaning')}</p>
      <Table
        caption={i18n.t('imports.preview.rows')}
        columns={visibleColumns(
          lineColumns<(typeof numbered)[number]>(i18n, (row) => (
            <>
              <Outcome outcome={row.outcome} /> {row.isKnown ? <Badge>{i18n.t('imports.preview.known')}</Badge> : null}
            </>
          )),
        )}
        rows={filtered.slice((page - 1) * rowsOnAPage, page * rowsOnAPage)}
        rowKey={(row) => row.index}
        empty={<Empty title={i18n.t('imports.lines.none')} />}
      />
      <Pager page={page} pages={pages} href={(to) => href({ page: String(to) })} />
    </div>
  );
}
