import type { ReactElement } from 'react';
import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { tableFormats } from '#src/files/tables/table-file.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Empty } from '#src/ui/display.tsx';
import { SelectField } from '#src/ui/field.tsx';
import { Button, Form, Saved } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { choice, type FormSpec, flag, formOf, text } from '#src/web/forms/fields.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { bibsPath, filledValues } from '../pages/paths.ts';
import { listSorts } from '../rules/sort.ts';
import {
  dateForms,
  genderForms,
  longestHead,
  type StartListLayout,
  separators,
  textEncodings,
} from '../rules/start-list.ts';
import { layoutInput, layoutOf, saveLayout, startListQuery } from './api.ts';
import { firstRows, offeredColumns, startListResponse } from './make-start-list.ts';

const may = 'bib.manage';
const previewRows = 3;
type Call = PageCall<typeof may, 'event', Catalog>;
type At = { call: Omit<Call, 'record'>; catalog: Catalog };

const layoutForm = (catalog: Catalog, i18n: Translator): FormSpec =>
  formOf('bibs.list', [
    {
      name: 'columns',
      fields: [
        {
          name: 'columns',
          kind: 'rows',
          columns: [
            {
              name: 'key',
              kind: 'choice',
              options: offeredColumns(catalog, i18n).map(({ key, label }) => ({ value: key, label })),
            },
            { ...text('head'), control: { maxLength: longestHead } },
          ],
        },
      ],
    },
    {
      name: 'file',
      fields: [
        choice('separator', separators),
        { ...choice('encoding', textEncodings), beside: true },
        choice('dates', dateForms),
        { ...choice('genders', genderForms), beside: true },
        flag('hasHeads'),
        flag('withoutBib'),
      ],
    },
  ]);

const recordOf = (layout: StartListLayout) => ({ ...layout });

function Preview({ heads, rows, i18n }: { heads: string[]; rows: string[][]; i18n: Translator }): ReactElement {
  const numbered = rows.map((cells, index) => ({ cells, index }));
  return (
    <Table
      caption={i18n.t('bibs.list.preview')}
      columns={heads.map((title, at) => ({
        key: String(at),
        title,
        cell: ({ cells }: (typeof numbered)[number]) => cells[at] || '–',
      }))}
      rows={numbered}
      rowKey={({ index }) => index}
      empty={<Empty title={i18n.t('bibs.list.nobody')} />}
    />
  );
}

function Download({ catalog, i18n }: { catalog: Catalog; i18n: Translator }): ReactElement {
  const { event, competitions } = catalog;
  return (
    <Form action={`${bibsPath(event.id)}/start-list/file`} method="get">
      <SelectField
        name="sort"
        label={i18n.t('bibs.print.sort')}
        options={listSorts.map((value) => ({ value, label: i18n.t(`bibs.print.sort.${value}`) }))}
        defaultValue="bib"
      />
      {competitions.length > 1 ? (
        <SelectField
          name="competitionId"
          label={i18n.t('bibs.column.competition')}
          placeholder={i18n.t('bibs.print.all')}
          options={competitions.map(({ id, title }) => ({ value: String(id), label: title }))}
        />
      ) : null}
      <div className="form-actions">
        {tableFormats.map((format) => (
          <Button key={format} name="format" value={format} {...(format === 'xlsx' ? { look: 'quiet' as const } : {})}>
            {i18n.t('bibs.list.download', { format: format.toUpperCase() })}
          </Button>
        ))}
      </div>
    </Form>
  );
}

async function show({ call, catalog }: At, state?: FormState): Promise<Response> {
  const { deps, i18n, query } = call;
  const eventId = catalog.event.id;
  const base = bibsPath(eventId);
  const layout = await layoutOf(deps.read, eventId);
  const { heads, rows } = await firstRows(deps, { catalog, layout, i18n }, previewRows);
  const head = eventHead(catalog, i18n.t('bibs.startList.title'));
  return call.render(
    <div className="stack">
      {query.get('done') === 'saved' && !state ? <Saved>{i18n.t('bibs.said.saved')}</Saved> : null}
      <Preview heads={heads} rows={rows} i18n={i18n} />
      <Download catalog={catalog} i18n={i18n} />
      <section className="stack-s" aria-labelledby="start-list-layout">
        <h2 id="start-list-layout">{i18n.t('bibs.list.layout')}</h2>
        <SavingForm
          form={layoutForm(catalog, i18n)}
          record={recordOf(layout)}
          state={state}
          i18n={i18n}
          action={`${base}/start-list`}
          cancelHref={base}
        />
      </section>
    </div>,
    { ...head, admin: { ...head.admin, intro: i18n.t('bibs.startList.intro') } },
    formStatus(state),
  );
}

const save = ({ call, catalog }: At) => {
  const eventId = catalog.event.id;
  return saveForm(call, {
    form: layoutForm(catalog, call.i18n),
    schema: layoutInput,
    reshape: (values) => ({
      ...values,
      columns: ((values.columns ?? []) as { key?: string | null; head?: string | null }[])
        .filter(({ key }) => key)
        .map(({ key, head }) => ({ key, head: head ?? '' })),
    }),
    stored: async ({ tx }) => recordOf(await layoutOf(tx, eventId)),
    save: async (work, layout) => {
      await saveLayout(work, { eventId, editorId: call.viewer.userId, layout });
      return `${bibsPath(eventId)}/start-list?done=saved`;
    },
  });
};

const path = '/admin/events/{event}/bibs/start-list' as const;

export const startListPages: Route[] = [
  ...formPages({
    path,
    may,
    load: loadCatalog,
    loadData: (call: Call): At => ({ call: { ...call, i18n: wordsOf(call.i18n, call.record) }, catalog: call.record }),
    show,
    save,
  }),
  page({ method: 'get', path: `${path}/file`, may, load: loadCatalog }, async (call) => {
    const { deps, record: catalog } = call;
    const query = startListQuery.safeParse(filledValues(call));
    if (!query.success || query.data.format === 'json')
      return call.redirect(`${bibsPath(catalog.event.id)}/start-list`);
    const { format, sort, competitionId = null } = query.data;
    const about = { catalog, layout: await layoutOf(deps.read, catalog.event.id), i18n: wordsOf(call.i18n, catalog) };
    return startListResponse(deps, { ...about, sort, competitionId }, format);
  }),
];
