import type { ReactElement } from 'react';
import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { CheckboxField, NumberField, SelectField } from '#src/ui/field.tsx';
import { Button, Form, RefusalNote } from '#src/ui/form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { bibsPath, filledValues } from '../pages/paths.ts';
import { paperSorts } from '../rules/sort.ts';
import { paperName, pdfFile } from './api.ts';
import { labelFormats, labelSheets, labelsPdf, labelsQuery, listPdf, listQuery } from './make-papers.ts';

type Call = PageCall<'bib.read', 'event', Catalog>;
const path = '/admin/events/{event}/bibs' as const;
const reads = { method: 'get', may: 'bib.read', load: loadCatalog } as const;

type Props = { catalog: Catalog; i18n: Translator };

function Selection({ catalog, i18n }: Props): ReactElement {
  return (
    <>
      <SelectField
        name="sort"
        label={i18n.t('bibs.print.sort')}
        options={paperSorts.map((value) => ({ value, label: i18n.t(`bibs.print.sort.${value}`) }))}
        defaultValue="bib"
      />
      {catalog.competitions.length > 1 ? (
        <SelectField
          name="competitionId"
          label={i18n.t('bibs.column.competition')}
          placeholder={i18n.t('bibs.print.all')}
          options={catalog.competitions.map(({ id, title }) => ({ value: String(id), label: title }))}
        />
      ) : null}
    </>
  );
}

function PrintPage({ catalog, i18n, problem }: Props & { problem: string | null }): ReactElement {
  const base = bibsPath(catalog.event.id);
  return (
    <div className="stack">
      <RefusalNote>{problem}</RefusalNote>
      <section className="stack-s" aria-labelledby="print-list">
        <h2 id="print-list">{i18n.t('bibs.print.list')}</h2>
        <p className="soft">{i18n.t('bibs.print.listIntro')}</p>
        <Form action={`${base}/list.pdf`} method="get">
          <Selection catalog={catalog} i18n={i18n} />
          {catalog.competitions.length > 1 ? (
            <CheckboxField name="split" value="true" label={i18n.t('bibs.print.split')} />
          ) : null}
          <CheckboxField name="withoutBib" value="true" label={i18n.t('bibs.print.withoutBib')} />
          <div className="form-actions">
            <Button>{i18n.t('bibs.print.makeList')}</Button>
          </div>
        </Form>
      </section>
      <section className="stack-s" aria-labelledby="print-labels">
        <h2 id="print-labels">{i18n.t('bibs.print.labels')}</h2>
        <p className="soft">{i18n.t('bibs.print.labelsIntro')}</p>
        <Form action={`${base}/labels.pdf`} method="get">
          <SelectField
            name="sheet"
            label={i18n.t('bibs.print.sheet')}
            options={labelFormats.map((format) => {
              const { columns, rows, width, height } = labelSheets[format];
              const size = { width: i18n.number(width), height: i18n.number(height) };
              return { value: format, label: i18n.t('bibs.print.sheetOf', { columns, rows, ...size }) };
            })}
            defaultValue="3x8"
          />
          <NumberField
            name="start"
            label={i18n.t('bibs.print.start')}
            hint={i18n.t('bibs.print.startHint')}
            defaultValue="1"
          />
          <Selection catalog={catalog} i18n={i18n} />
          <div className="form-actions">
            <Button>{i18n.t('bibs.print.makeLabels')}</Button>
          </div>
        </Form>
      </section>
    </div>
  );
}

const problems = ['NO_STARTERS', 'VALIDATION_FAILED', 'TOO_MANY_REQUESTS'] as const;

async function paperOrRefusal(call: Call, make: () => Promise<Response>): Promise<Response> {
  const back = (code: string) => call.redirect(`${bibsPath(call.record.event.id)}/print?problem=${code}`);
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return back(error.code);
  }
}

const paperCall = (call: Call) => ({
  deps: call.deps,
  catalog: call.record,
  i18n: wordsOf(call.i18n, call.record),
  by: call.viewer.visitId,
});

export const paperPages: Route[] = [
  page({ ...reads, path: `${path}/print` }, async (call) => {
    const { record: catalog, query } = call;
    const i18n = wordsOf(call.i18n, catalog);
    const code = problems.find((each) => each === query.get('problem'));
    const problem = code ? i18n.t(code === 'VALIDATION_FAILED' ? 'bibs.print.invalid' : `problem.${code}`) : null;
    return call.render(
      <PrintPage catalog={catalog} i18n={i18n} problem={problem} />,
      eventHead(catalog, i18n.t('bibs.print.title')),
    );
  }),
  page({ ...reads, path: `${path}/list.pdf` }, (call) =>
    paperOrRefusal(call, async () => {
      const options = listQuery.safeParse(filledValues(call));
      if (!options.success) return call.redirect(`${bibsPath(call.record.event.id)}/print?problem=VALIDATION_FAILED`);
      return pdfFile(await listPdf(paperCall(call), options.data), paperName(call.record, 'list', call.now));
    }),
  ),
  page({ ...reads, path: `${path}/labels.pdf` }, (call) =>
    paperOrRefusal(call, async () => {
      const options = labelsQuery.safeParse(filledValues(call));
      if (!options.success) return call.redirect(`${bibsPath(call.record.event.id)}/print?problem=VALIDATION_FAILED`);
      return pdfFile(await labelsPdf(paperCall(call), options.data), paperName(call.record, 'labels', call.now));
    }),
  ),
];
