import type { ReactElement } from 'react';
import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Work } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Empty } from '#src/ui/display.tsx';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, RefusalNote, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { type Field, type FormSpec, flag, formOf, moment, number, text } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import { confirmPages, formPages } from '#src/web/forms/form-pages.ts';
import { refusalText } from '#src/web/forms/refusal.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { assignToWaves, changeWave, createWave, deleteWave, setWave } from '../change-waves.ts';
import { personNamed, type WaveRecord, waveOf, wavesOf } from '../read-waves.ts';
import { waveSequences } from '../rules/waves.ts';
import { requireKnown } from './api.ts';
import { assignmentInput, waveInput } from './shapes.ts';

const may = 'bib.manage';
const path = '/admin/events/{event}/waves' as const;
const onePath = `${path}/{waveId}` as const;
const wavesPath = (eventId: number): string => `/admin/events/${eventId}/waves`;
const wavePath = ({ eventId, id }: WaveRecord): string => `${wavesPath(eventId)}/${id}`;

type Call = PageCall<typeof may, 'event', Catalog>;
type LoadedWave = { catalog: Catalog; wave: WaveRecord };
type WaveCall = PageCall<typeof may, 'event' | 'waveId', LoadedWave>;
type AnyCall = Pick<Call, 'deps' | 'form' | 'query' | 'i18n' | 'viewer' | 'render' | 'redirect'>;
type Draft = { call: AnyCall; catalog: Catalog; wave?: WaveRecord };

const inEvent = (i18n: Translator, catalog: Catalog): Translator => wordsOf(i18n, catalog).in(catalog.event.timeZone);
const titleOf = ({ competitions }: Catalog, id: number) => competitions.find((each) => each.id === id)?.title ?? '';
const competitionsIn = ({ competitions }: Catalog) =>
  competitions.map(({ id, title }) => ({ value: String(id), label: title }));

function Waves({
  catalog,
  waves,
  i18n,
}: {
  catalog: Catalog;
  waves: readonly WaveRecord[];
  i18n: Translator;
}): ReactElement {
  return (
    <Table
      caption={i18n.t('bibs.waves.title')}
      captionHidden
      columns={[
        {
          key: 'title',
          title: i18n.t('bibs.waves.form.title'),
          heading: true,
          cell: (wave) => <a href={wavePath(wave)}>{wave.title}</a>,
        },
        {
          key: 'competition',
          title: i18n.t('bibs.column.competition'),
          cell: (wave) => titleOf(catalog, wave.competitionId),
        },
        {
          key: 'start',
          title: i18n.t('bibs.waves.form.startsAt'),
          cell: ({ startsAt }) => i18n.shortDateTime(startsAt),
        },
        {
          key: 'people',
          title: i18n.t('bibs.waves.people'),
          align: 'end',
          cell: ({ people, size }) => i18n.t('bibs.waves.peopleOf', { people, size }),
        },
        {
          key: 'locks',
          title: i18n.t('bibs.waves.form.locksAt'),
          cell: ({ locksAt }) => (locksAt === null ? '–' : i18n.shortDateTime(locksAt)),
        },
      ]}
      rows={waves}
      rowKey={({ id }) => id}
      empty={<Empty title={i18n.t('bibs.waves.none')} />}
    />
  );
}

/** One person by bib number or participant id. */
function ByHand({
  catalog,
  waves,
  i18n,
}: {
  catalog: Catalog;
  waves: readonly WaveRecord[];
  i18n: Translator;
}): ReactElement {
  const { csrfToken } = usePage();
  return (
    <Card title={i18n.t('bibs.waves.byHand')}>
      <Form action={`${wavesPath(catalog.event.id)}/set`} csrfToken={csrfToken}>
        <TextField name="person" label={i18n.t('bibs.waves.person')} required maxLength={20} />
        <SelectField
          name="waveId"
          label={i18n.t('bibs.waves.wave')}
          placeholder={i18n.t('bibs.waves.noWave')}
          options={waves.map(({ id, title, competitionId }) => ({
            value: String(id),
            label: `${titleOf(catalog, competitionId)}: ${title}`,
          }))}
        />
        <div className="form-actions">
          <Button look="quiet">{i18n.t('bibs.waves.set')}</Button>
        </div>
      </Form>
    </Card>
  );
}

const count = (text: string | null): number => (/^\d{1,6}$/.test(text ?? '') ? Number(text) : 0);

async function show(call: Call, refusal: string | null = null): Promise<Response> {
  const { deps, record: catalog, query } = call;
  const i18n = inEvent(call.i18n, catalog);
  const base = wavesPath(catalog.event.id);
  const waves = await wavesOf(deps.read, catalog.event.id);
  const done = (['saved', 'deleted', 'set', 'assigned'] as const).find((each) => each === query.get('done'));
  const without = count(query.get('without'));
  const head = eventHead(catalog, i18n.t('bibs.waves.title'));
  return call.render(
    <div className="stack">
      <RefusalNote>{refusal}</RefusalNote>
      {done && !refusal ? (
        <Saved>{i18n.t(`bibs.waves.done.${done}`, { changed: count(query.get('changed')) })}</Saved>
      ) : null}
      {without > 0 && !refusal ? <Alert tone="wait">{i18n.t('bibs.waves.without', { count: without })}</Alert> : null}
      <div className="row">
        <ButtonLink href={`${base}/new`}>{i18n.t('bibs.waves.new')}</ButtonLink>
        {waves.length > 0 ? (
          <ButtonLink look="quiet" href={`${base}/assign`}>
            {i18n.t('bibs.waves.assign')}
          </ButtonLink>
        ) : null}
      </div>
      <Waves catalog={catalog} waves={waves} i18n={i18n} />
      {waves.length > 0 ? <ByHand catalog={catalog} waves={waves} i18n={i18n} /> : null}
    </div>,
    { ...head, admin: { ...head.admin, intro: i18n.t('bibs.waves.intro') } },
    refusal ? 409 : 200,
  );
}

const waveForm = (catalog: Catalog): FormSpec =>
  formOf('bibs.waves', [
    {
      name: 'wave',
      fields: [
        { name: 'competitionId', kind: 'record', required: true, options: competitionsIn(catalog) },
        { ...text('title', true), control: { maxLength: 60 } },
        moment('startsAt', true),
        { ...number('size', true), beside: true },
        moment('locksAt'),
        flag('allowsChoice'),
      ],
    },
  ]);
const waveRecord = ({ competitionId, title, startsAt, size, locksAt, allowsChoice }: WaveRecord): FormRecord => ({
  ...{ competitionId, title, startsAt, size, locksAt, allowsChoice },
});

function showWave({ call, catalog, wave }: Draft, state?: FormState): Promise<Response> {
  const { i18n } = call;
  const base = wavesPath(catalog.event.id);
  const [only] = catalog.competitions;
  const fresh = catalog.competitions.length === 1 ? { competitionId: only?.id } : {};
  return call.render(
    <SavingForm
      form={waveForm(catalog)}
      record={wave ? waveRecord(wave) : fresh}
      state={state}
      i18n={i18n}
      action={wave ? wavePath(wave) : `${base}/new`}
      cancelHref={base}
    />,
    eventHead(
      catalog,
      i18n.t(wave ? 'bibs.waves.change' : 'bibs.waves.new'),
      wave ? (
        <ButtonLink look="quiet" href={`${wavePath(wave)}/delete`}>
          {i18n.t('bibs.waves.delete')}
        </ButtonLink>
      ) : null,
    ),
    formStatus(state),
  );
}

const saveWave = ({ call, catalog, wave }: Draft) => {
  const eventId = catalog.event.id;
  const who = { eventId, editorId: call.viewer.userId };
  return saveForm(call, {
    form: waveForm(catalog),
    schema: waveInput,
    ...(wave ? { stored: async ({ tx }: Work) => waveRecord(await waveOf(tx, eventId, wave.id)) } : {}),
    save: async (work, content) => {
      if (wave) await changeWave(work, { ...who, waveId: wave.id, ...content });
      else await createWave(work, { ...who, ...content });
      return `${wavesPath(eventId)}?done=saved`;
    },
  });
};

function assignForm(catalog: Catalog, i18n: Translator): FormSpec {
  const language = i18n.locale === 'de' ? 'de' : 'en';
  const question: Field = {
    name: 'fieldId',
    kind: 'record',
    none: i18n.t('bibs.assign.noSeed'),
    options: catalog.formFields.map(({ id, name }) => ({ value: String(id), label: name[language] || name.de })),
  };
  const hasQuestions = catalog.formFields.length > 0;
  const values = hasQuestions ? waveSequences : (['club', 'orderDate'] as const);
  return formOf('bibs.waves', [
    {
      name: 'assign',
      fields: [
        { name: 'sequence', kind: 'choice', required: true, values },
        ...(hasQuestions ? [question] : []),
        ...(catalog.competitions.length > 1
          ? [{ name: 'competition', kind: 'choices', options: competitionsIn(catalog) } as const]
          : []),
      ],
    },
  ]);
}

function showAssign({ call, catalog }: Draft, state?: FormState): Promise<Response> {
  const { i18n } = call;
  const base = wavesPath(catalog.event.id);
  const head = eventHead(catalog, i18n.t('bibs.waves.assign'));
  return call.render(
    <SavingForm
      form={assignForm(catalog, i18n)}
      record={{ sequence: 'orderDate' }}
      state={state}
      i18n={i18n}
      action={`${base}/assign`}
      submit={i18n.t('bibs.waves.assignNow')}
      cancelHref={base}
    />,
    { ...head, admin: { ...head.admin, intro: i18n.t('bibs.waves.assignIntro') } },
    formStatus(state),
  );
}

const saveAssignment = ({ call, catalog }: Draft) => {
  const { deps, viewer } = call;
  const eventId = catalog.event.id;
  return saveForm(call, {
    form: assignForm(catalog, call.i18n),
    schema: assignmentInput,
    reshape: ({ competition, ...values }) => ({
      ...values,
      competitionIds: Array.isArray(competition) && competition.length > 0 ? competition : null,
      fieldId: ['expectedTime', 'answer'].includes(String(values.sequence)) ? (values.fieldId ?? null) : null,
    }),
    save: async (work, input) => {
      await requireKnown(deps, eventId, input);
      const { changed, without } = await assignToWaves(work, { eventId, editorId: viewer.userId, ...input });
      return `${wavesPath(eventId)}?done=assigned&changed=${changed}&without=${without}`;
    },
  });
};

const draftOf = (call: Call): Draft => ({
  call: { ...call, i18n: inEvent(call.i18n, call.record) },
  catalog: call.record,
});
const waveDraftOf = (call: WaveCall) => ({
  ...call.record,
  call: { ...call, i18n: inEvent(call.i18n, call.record.catalog) },
});

async function loadWave(call: Pick<WaveCall, 'deps' | 'viewer' | 'may' | 'params'>): Promise<LoadedWave> {
  const catalog = await loadCatalog(call);
  return { catalog, wave: await waveOf(call.deps.read, catalog.event.id, call.params.waveId) };
}

export const wavePages: Route[] = [
  page({ method: 'get', path, may: 'bib.read', load: loadCatalog }, (call) => show(call as unknown as Call)),
  page({ method: 'post', path: `${path}/set`, may, load: loadCatalog }, async (call) => {
    const { deps, form, viewer, record: catalog } = call;
    const eventId = catalog.event.id;
    const waveId = count(String(form.get('waveId') ?? '')) || null;
    try {
      await deps.write(async (work) => {
        const person = String(form.get('person') ?? '')
          .trim()
          .slice(0, 20);
        const participantId = await personNamed(work.tx, eventId, person);
        await setWave(work, { eventId, editorId: viewer.userId, participantId, waveId });
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return show(
        call,
        error.code === 'NOT_FOUND' ? call.i18n.t('bibs.waves.notFound') : refusalText(error, call.i18n),
      );
    }
    return call.redirect(`${wavesPath(eventId)}?done=set`);
  }),
  ...formPages({ path: `${path}/new`, may, load: loadCatalog, loadData: draftOf, show: showWave, save: saveWave }),
  ...formPages({
    path: `${path}/assign`,
    may,
    load: loadCatalog,
    loadData: draftOf,
    show: showAssign,
    save: saveAssignment,
  }),
  ...formPages({ path: onePath, may, load: loadWave, loadData: waveDraftOf, show: showWave, save: saveWave }),
  ...confirmPages({
    path: `${onePath}/delete`,
    may,
    load: loadWave,
    loadData: waveDraftOf,
    ask: ({ call, catalog, wave }, status = 200) =>
      call.render(
        <Confirm
          action={`${wavePath(wave)}/delete`}
          question={call.i18n.t('bibs.waves.deleteTitle', { title: wave.title })}
          text={call.i18n.t('bibs.waves.deleteText', { count: wave.people })}
          button={call.i18n.t('bibs.waves.delete')}
          back={wavePath(wave)}
        />,
        eventHead(catalog, call.i18n.t('bibs.waves.delete')),
        status,
      ),
    run: async ({ call, wave: { eventId, id: waveId } }) => {
      await call.deps.write((work) => deleteWave(work, { eventId, waveId, editorId: call.viewer.userId }));
      return call.redirect(`${wavesPath(eventId)}?done=deleted`);
    },
  }),
];
