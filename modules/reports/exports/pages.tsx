import type { ReactElement } from 'react';
import { eventHead, loadCatalog, managedEvents, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { hasConsents } from '#modules/newsletter/index.ts';
import type { Reader } from '#src/data/database.ts';
import { tableFormats } from '#src/files/tables/table-file.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { Saved } from '#src/ui/form.tsx';
import { Live } from '#src/ui/live.tsx';
import { type Field, type FormSpec, plainForm } from '#src/web/forms/fields.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import type { PageCall, Route } from '#src/web/http.ts';
import { List } from '#src/web/list/list-page.tsx';
import { listData } from '#src/web/list/show.ts';
import { type ExportKind, eventExports, exportKinds, kindsOfEvent, orderExports } from '../rules/export-kinds.ts';
import { eventExportsPath, exportListing, exportsPath } from './export-listing.tsx';
import { hasOpenExport } from './read-exports.ts';
import { exportsJob } from './run-exports.ts';
import { askForExport, exportInput } from './store-export.ts';

/** The newsletter export exists only if the event asks, or ever asked, for consent. */
async function kindsIn(read: Reader, { event }: Catalog): Promise<readonly ExportKind[]> {
  if (event.offersNewsletter || (await hasConsents(read, event.id))) return kindsOfEvent;
  return kindsOfEvent.filter((kind) => kind !== 'forNewsletter');
}

type Titled = { id: number; title: string };

function askForm(kinds: readonly ExportKind[], i18n: Translator, events: readonly Titled[] | null): FormSpec {
  const kind: Field = {
    name: 'kind',
    kind: 'choice',
    required: true,
    options: kinds.map((value) => ({ value, label: i18n.t(`exports.kind.${value}`) })),
  };
  const event: Field = {
    name: 'eventId',
    kind: 'record',
    none: i18n.t('exports.allEvents'),
    options: (events ?? []).map(({ id, title }) => ({ value: String(id), label: title })),
  };
  return plainForm(
    'exports',
    kind,
    ...(events ? [event] : []),
    { name: 'from', kind: 'date' },
    { name: 'to', kind: 'date', beside: true },
    { name: 'format', kind: 'choice', required: true, values: tableFormats },
    { name: 'mailTo', kind: 'email', control: { maxLength: 254 } },
  );
}

const fileAddress = (kind: (typeof eventExports)[number], eventId: number): string => {
  if (kind === 'lvs') return `/api/admin/events/${eventId}/lvs-export`;
  const base = `/api/admin/statistics/event/${eventId}/export`;
  return (orderExports as readonly string[]).includes(kind) ? `${base}/orders/${kind}` : `${base}/${kind}`;
};

type AtOnceProps = { eventId: number; kinds: readonly ExportKind[]; i18n: Translator };

function AtOnce({ eventId, kinds, i18n }: AtOnceProps): ReactElement {
  return (
    <section className="stack-s" aria-labelledby="exports-now">
      <h2 id="exports-now">{i18n.t('exports.now.title')}</h2>
      <p className="soft">{i18n.t('exports.now.intro')}</p>
      <ul className="export-kinds">
        {eventExports
          .filter((kind) => kinds.includes(kind))
          .map((kind) => {
            const name = i18n.t(`exports.kind.${kind}`);
            return (
              <li key={kind}>
                <span>
                  <strong>{name}</strong> <span className="soft">{i18n.t(`exports.kindHint.${kind}`)}</span>
                </span>
                <span className="row">
                  {tableFormats.map((format) => (
                    <a
                      key={format}
                      className="button button-quiet button-small"
                      href={`${fileAddress(kind, eventId)}?format=${format}`}
                      aria-label={i18n.t('exports.downloadOf', { format: format.toUpperCase(), kind: name })}
                    >
                      {format.toUpperCase()}
                    </a>
                  ))}
                </span>
              </li>
            );
          })}
      </ul>
    </section>
  );
}

type Call = Pick<PageCall<'export.make'>, 'deps' | 'viewer' | 'i18n' | 'query' | 'form' | 'render' | 'redirect'>;
type About = { call: Call; catalog: Catalog | null };

async function show({ call, catalog }: About, state?: FormState): Promise<Response> {
  const { deps, viewer, i18n } = call;
  const eventId = catalog?.event.id ?? null;
  const events = catalog ? null : await managedEvents(deps.read, viewer, 'export.make');
  const kinds = catalog ? await kindsIn(deps.read, catalog) : exportKinds;
  const title = i18n.t('exports.title');
  const action = eventId === null ? exportsPath : eventExportsPath(eventId);
  const nothing = kinds.find((kind) => kind === call.query.get('nothing'));
  const isUnderWay = await hasOpenExport(deps.read, eventId);
  return call.render(
    <div className="stack">
      {call.query.has('done') ? <Saved>{i18n.t('exports.asked')}</Saved> : null}
      {nothing ? (
        <Alert tone="wait" focused>
          {i18n.t('exports.nothing', { kind: i18n.t(`exports.kind.${nothing}`) })}
        </Alert>
      ) : null}
      {eventId === null ? null : <AtOnce eventId={eventId} kinds={kinds} i18n={i18n} />}
      <section className="stack-s" aria-labelledby="exports-ask">
        <h2 id="exports-ask">{i18n.t('exports.ask.title')}</h2>
        <p className="soft">{i18n.t('exports.ask.intro')}</p>
        <SavingForm
          form={askForm(kinds, i18n, events)}
          record={{ kind: 'detailed', format: 'xlsx' }}
          state={state}
          i18n={i18n}
          action={action}
          submit={i18n.t('exports.ask.submit')}
        />
      </section>
      <section className="stack-s" aria-labelledby="exports-list">
        <h2 id="exports-list">{i18n.t('exports.list.title')}</h2>
        <Live className="stack-s" every={isUnderWay ? 2 : 15}>
          <List list={await listData(call, exportListing, { i18n, eventId })} />
        </Live>
      </section>
    </div>,
    catalog ? eventHead(catalog, title) : { title, noIndex: true, frame: 'admin' },
    formStatus(state),
  );
}

async function save({ call, catalog }: About): Promise<{ to: string } | { state: FormState }> {
  const { deps, viewer, i18n } = call;
  const ofEvent = catalog?.event.id ?? null;
  const events = catalog ? null : await managedEvents(deps.read, viewer, 'export.make');
  const saved = await saveForm(call, {
    form: askForm(catalog ? kindsOfEvent : exportKinds, i18n, events),
    schema: exportInput,
    reshape: (values) => (ofEvent === null ? values : { ...values, eventId: ofEvent }),
    save: async (work, { eventId = null, from = null, to = null, mailTo = null, ...request }) => {
      await askForExport(work, viewer, { ...request, eventId, from, to, mailTo, language: i18n.locale });
      return `${ofEvent === null ? exportsPath : eventExportsPath(ofEvent)}?done=1`;
    },
  });
  if ('to' in saved) deps.runNow(exportsJob);
  return saved;
}

export const exportPages: Route[] = [
  ...formPages({
    path: exportsPath,
    may: 'export.platform',
    loadData: (call): About => ({ call, catalog: null }),
    show,
    save,
  }),
  ...formPages({
    path: '/admin/events/{event}/exports',
    may: 'export.make',
    load: loadCatalog,
    loadData: (call: PageCall<'export.make', 'event', Catalog>): About => ({
      call: { ...call, i18n: wordsOf(call.i18n, call.record) },
      catalog: call.record,
    }),
    show,
    save,
  }),
];
