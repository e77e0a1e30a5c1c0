import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Work } from '#src/data/work.ts';
import type { Translator } from '#src/texts/locale.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { type Field, type FormSpec, formOf, number } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import { confirmPages, formPages } from '#src/web/forms/form-pages.ts';
import type { Values } from '#src/web/forms/read-form.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import type { PageCall, Route } from '#src/web/http.ts';
import { requireKnown } from '../api.ts';
import { previewAssignment } from '../plan-run.ts';
import { type RangeRecord, rangeOf } from '../read-ranges.ts';
import { sequences } from '../rules/run.ts';
import { changeRange, createRange, deleteRange } from '../save-ranges.ts';
import { assignInput, rangeInput } from '../shapes.ts';
import { bibsPath, rangePath, runPath } from './paths.ts';

const competitionsIn = ({ competitions }: Catalog) =>
  competitions.map(({ id, title }) => ({ value: String(id), label: title }));

export const rangeForm = (catalog: Catalog): FormSpec =>
  formOf('bibs', [
    {
      name: 'range',
      fields: [
        { name: 'competitionId', kind: 'record', required: true, options: competitionsIn(catalog) },
        number('first', true),
        { ...number('last', true), beside: true },
      ],
    },
    {
      name: 'free',
      fields: [number('block'), { ...number('gap'), beside: true }, number('reserve')],
    },
  ]);
/** The form shows 0 as an empty field. */
export const rangeRecord = ({ competitionId, first, last, block, gap, reserve }: RangeRecord): FormRecord => ({
  competitionId,
  first,
  last,
  block: block || null,
  gap: gap || null,
  reserve: reserve || null,
});
export const rangeShaped = (values: Values): Values => ({
  ...values,
  block: values.block ?? 0,
  gap: values.gap ?? 0,
  reserve: values.reserve ?? 0,
});

export function assignForm(catalog: Catalog, i18n: Translator): FormSpec {
  const language = i18n.locale === 'de' ? 'de' : 'en';
  const questions = catalog.formFields.filter(({ type }) => type === 'text' || type === 'number');
  const seed: Field = {
    name: 'seedFieldId',
    kind: 'record',
    none: i18n.t('bibs.assign.noSeed'),
    options: questions.map(({ id, name }) => ({ value: String(id), label: name[language] || name.de })),
  };
  const competitions: Field = { name: 'competition', kind: 'choices', options: competitionsIn(catalog) };
  const offered = questions.length > 0 ? sequences : sequences.filter((each) => each !== 'seedTime');
  return formOf('bibs', [
    {
      name: 'assign',
      fields: [
        { name: 'sequence', kind: 'choice', required: true, values: offered },
        ...(questions.length > 0 ? [seed] : []),
        ...(catalog.competitions.length > 1 ? [competitions] : []),
        { name: 'reassign', kind: 'flag' },
      ],
    },
  ]);
}
export function assignShaped({ competition, ...values }: Values): Values {
  const chosen = Array.isArray(competition) && competition.length > 0 ? competition : null;
  return {
    ...values,
    competitionIds: chosen,
    seedFieldId: values.sequence === 'seedTime' ? (values.seedFieldId ?? null) : null,
  };
}

const may = 'bib.manage';
const path = '/admin/events/{event}/bibs' as const;
const onePath = `${path}/ranges/{rangeId}` as const;
type Call = PageCall<typeof may, 'event', Catalog>;
type LoadedRange = { catalog: Catalog; range: RangeRecord };
type RangeCall = PageCall<typeof may, 'event' | 'rangeId', LoadedRange>;
type AnyCall = Pick<Call, 'deps' | 'form' | 'query' | 'i18n' | 'viewer' | 'render' | 'redirect'>;
type Draft = { call: AnyCall; catalog: Catalog; range?: RangeRecord };

async function loadRange(call: Pick<RangeCall, 'deps' | 'viewer' | 'may' | 'params'>): Promise<LoadedRange> {
  const catalog = await loadCatalog(call);
  return { catalog, range: await rangeOf(call.deps.read, catalog.event.id, call.params.rangeId) };
}

const draftOf = (call: Call): Draft => ({
  call: { ...call, i18n: wordsOf(call.i18n, call.record) },
  catalog: call.record,
});
const rangeDraftOf = (call: RangeCall) => ({
  ...call.record,
  call: { ...call, i18n: wordsOf(call.i18n, call.record.catalog) },
});

async function showRange({ call, catalog, range }: Draft, state?: FormState): Promise<Response> {
  const { i18n } = call;
  const base = bibsPath(catalog.event.id);
  const [only] = catalog.competitions;
  const fresh = catalog.competitions.length === 1 ? { competitionId: only?.id } : {};
  return call.render(
    <SavingForm
      form={rangeForm(catalog)}
      record={range ? rangeRecord(range) : fresh}
      state={state}
      i18n={i18n}
      action={range ? rangePath(range.eventId, range.id) : `${base}/ranges/new`}
      cancelHref={base}
    />,
    eventHead(
      catalog,
      i18n.t(range ? 'bibs.ranges.change' : 'bibs.ranges.new'),
      range ? (
        <ButtonLink look="quiet" href={`${rangePath(range.eventId, range.id)}/delete`}>
          {i18n.t('bibs.ranges.delete')}
        </ButtonLink>
      ) : null,
    ),
    formStatus(state),
  );
}

const saveRange = ({ call, catalog, range }: Draft) => {
  const eventId = catalog.event.id;
  const who = { eventId, editorId: call.viewer.userId };
  return saveForm(call, {
    form: rangeForm(catalog),
    schema: rangeInput,
    reshape: rangeShaped,
    beside: ({ code, details }) =>
      code === 'BIB_RANGES_OVERLAP'
        ? {
            first: call.i18n.t('bibs.error.overlap', {
              first: String(details.first),
              last: String(details.last),
            }),
          }
        : null,
    ...(range ? { stored: async ({ tx }: Work) => rangeRecord(await rangeOf(tx, eventId, range.id)) } : {}),
    save: async (work, content) => {
      if (range) await changeRange(work, { ...who, rangeId: range.id, ...content });
      else await createRange(work, { ...who, ...content });
      return `${bibsPath(eventId)}?done=saved`;
    },
  });
};

async function showAssign({ call, catalog }: Draft, state?: FormState): Promise<Response> {
  const { i18n } = call;
  const base = bibsPath(catalog.event.id);
  const head = eventHead(catalog, i18n.t('bibs.assign.title'));
  return call.render(
    <SavingForm
      form={assignForm(catalog, i18n)}
      record={{ sequence: 'orderDate' }}
      state={state}
      i18n={i18n}
      action={`${base}/assign`}
      submit={i18n.t('bibs.assign.preview')}
      cancelHref={base}
    />,
    { ...head, admin: { ...head.admin, intro: i18n.t('bibs.assign.intro') } },
    formStatus(state),
  );
}

async function planAssignment({ call, catalog }: Draft): Promise<{ to: string } | { state: FormState }> {
  const { deps, viewer } = call;
  const eventId = catalog.event.id;
  let options: ReturnType<typeof assignInput.parse> | null = null;
  const saved = await saveForm(call, {
    form: assignForm(catalog, call.i18n),
    schema: assignInput,
    reshape: assignShaped,
    save: async (_, input) => {
      await requireKnown(deps, eventId, input);
      options = input;
      return '';
    },
  });
  if ('state' in saved || options === null) return saved;
  return { to: runPath(eventId, await previewAssignment(deps, { eventId, editorId: viewer.userId }, options)) };
}

export const bibFormPages: Route[] = [
  ...formPages({
    path: `${path}/ranges/new`,
    may,
    load: loadCatalog,
    loadData: draftOf,
    show: showRange,
    save: saveRange,
  }),
  ...formPages({ path: onePath, may, load: loadRange, loadData: rangeDraftOf, show: showRange, save: saveRange }),
  ...confirmPages({
    path: `${onePath}/delete`,
    may,
    load: loadRange,
    loadData: rangeDraftOf,
    ask: ({ call, catalog, range }, status = 200) =>
      call.render(
        <Confirm
          action={`${rangePath(range.eventId, range.id)}/delete`}
          question={call.i18n.t('bibs.ranges.deleteTitle', { first: String(range.first), last: String(range.last) })}
          text={call.i18n.t('bibs.ranges.deleteText')}
          button={call.i18n.t('bibs.ranges.delete')}
          back={rangePath(range.eventId, range.id)}
        />,
        eventHead(catalog, call.i18n.t('bibs.ranges.delete')),
        status,
      ),
    run: async ({ call, range: { eventId, id: rangeId } }) => {
      await call.deps.write((work) => deleteRange(work, { eventId, rangeId, editorId: call.viewer.userId }));
      return call.redirect(`${bibsPath(eventId)}?done=deleted`);
    },
  }),
  ...formPages({
    path: `${path}/assign`,
    may,
    load: loadCatalog,
    loadData: draftOf,
    show: showAssign,
    save: planAssignment,
  }),
];
