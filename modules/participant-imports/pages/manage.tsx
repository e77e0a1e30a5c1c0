import type { ReactElement } from 'react';
import * as z from 'zod';
import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { orderOf, peopleOf } from '#modules/orders/index.ts';
import { adminOrderPath } from '#modules/payments/index.ts';
import type { Reader } from '#src/data/database.ts';
import { Badge } from '#src/ui/display.tsx';
import { ButtonLink, Saved } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { choice, type Field, type FormSpec, flag, formOf, text } from '#src/web/forms/fields.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { applyBody, emailPayer, maxListBytes } from '../api.ts';
import { bookImport, companiesOfEvent } from '../book-import.ts';
import { importOf, recentImports } from '../imports.ts';
import { countLines } from '../rules/line.ts';
import { importPayments } from '../rules/problems.ts';
import type { ParticipantImport } from '../schema.ts';
import { PricedItems } from './priced-items.tsx';
import {
  decideAgain,
  restFile,
  saveColumns,
  showColumns,
  showPreview,
  showUpload,
  templateFile,
  upload,
} from './show-list.tsx';
import { importPath, type Room } from './views.tsx';

const path = '/admin/events/{event}/participant-imports' as const;
const onePath = `${path}/{importId}` as const;
const manages = { may: 'participant.import', load: loadCatalog } as const;
type Call = PageCall<'participant.import', 'event', Catalog>;
type Loaded = { catalog: Catalog; record: ParticipantImport };
type ImportCall = PageCall<'participant.import', 'event' | 'importId', Loaded>;

function roomAt(call: Omit<Call, 'record' | 'params'>, catalog: Catalog): Room {
  const i18n = wordsOf(call.i18n, catalog);
  return {
    ...{ call, viewer: call.viewer, catalog, i18n, isOwn: false },
    base: `/admin/events/${catalog.event.id}/participant-imports`,
    show: (title, body, status) => call.render(body, eventHead(catalog, title), status),
  };
}
const roomOf = (call: Call): Room => roomAt(call, call.record);
const roomOfImport = (call: ImportCall): Room => roomAt(call, call.record.catalog);

async function loadImport(call: Pick<ImportCall, 'deps' | 'viewer' | 'may' | 'params'>): Promise<Loaded> {
  const catalog = await loadCatalog(call);
  return { catalog, record: await recordAt(call.deps.read, catalog, call.params.importId) };
}
const recordAt = (reader: Reader, { event }: Catalog, importId: number): Promise<ParticipantImport> =>
  importOf(reader, { importId, eventId: event.id, buyerId: null });

async function recent(call: Call): Promise<ReactElement | null> {
  const rows = await recentImports(call.deps.read, call.record.event.id);
  if (rows.length === 0) return null;
  const room = roomOf(call);
  const { t, shortDateTime } = room.i18n;
  return (
    <section className="stack">
      <h2>{t('participantImports.recent.title')}</h2>
      <Table
        caption={t('participantImports.recent.title')}
        captionHidden
        columns={[
          {
            key: 'file',
            title: t('participantImports.recent.file'),
            heading: true,
            cell: (row) => <a href={importPath(room, row)}>{row.fileName}</a>,
          },
          { key: 'at', title: t('participantImports.recent.at'), cell: ({ createdAt }) => shortDateTime(createdAt) },
          {
            key: 'state',
            title: t('participantImports.recent.state'),
            cell: ({ orderId }) =>
              orderId === null ? (
                <Badge>{t('participantImports.recent.waiting')}</Badge>
              ) : (
                <>
                  <Badge tone="good">{t('participantImports.recent.booked')}</Badge>{' '}
                  <a href={adminOrderPath(orderId)}>{orderId}</a>
                </>
              ),
          },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
        empty={null}
      />
      <p className="soft">{t('participantImports.recent.kept')}</p>
    </section>
  );
}

const short = (name: string, maxLength: number): Field => ({
  ...text(name),
  control: { maxLength, autoComplete: 'off' },
});
export const addressFields = (postal: boolean): Field[] => [
  { ...short('contactAddress.firstName', 100), required: true },
  { ...short('contactAddress.lastName', 100), required: true, beside: true },
  short('contactAddress.companyName', 150),
  { ...short('contactAddress.street', 150), required: postal },
  { ...short('contactAddress.houseNumber', 20), beside: true },
  { ...short('contactAddress.zipCode', 20), required: postal },
  { ...short('contactAddress.city', 100), required: postal, beside: true },
  { name: 'contactAddress.countryCode', kind: 'country', required: postal },
];
const byEmail = 'email';

async function payerForm({ deps }: ImportCall, { i18n, catalog }: Room): Promise<FormSpec> {
  const companies = (await companiesOfEvent(deps.read, catalog)).filter(({ isClosed }) => !isClosed);
  const options = [
    { value: byEmail, label: i18n.t('participantImports.option.payer.email') },
    ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const isAlone = companies.length === 0;
  const mayAccount = companies.length > 0 && catalog.event.companyAccounts;
  const payments = importPayments.filter((payment) => payment !== 'account' || mayAccount);
  return formOf('participantImports', [
    {
      name: 'payer',
      fields: [
        ...(companies.length > 0 ? [{ name: 'payer', kind: 'choice', required: true, options } as const] : []),
        { name: 'email', kind: 'email', required: isAlone, control: { autoComplete: 'off' } },
        // A company has its own address.
        ...addressFields(false).map((field) => ({ ...field, required: isAlone && field.required === true })),
      ],
    },
    { name: 'payment', fields: [choice('payment', payments), flag('sendTickets')] },
  ]);
}

const byEmailBody = z.object({ ...applyBody.shape, payer: emailPayer });

async function showImport(call: ImportCall, record: ParticipantImport, state?: FormState): Promise<Response> {
  const room = roomOfImport(call);
  return showPreview(room, record, await bookingPart(call, room, record, state), formStatus(state));
}

async function bookingPart(
  call: ImportCall,
  room: Room,
  record: ParticipantImport,
  state: FormState | undefined,
): Promise<ReactElement | null> {
  const { i18n } = room;
  if (record.orderId !== null) {
    const order = await orderOf(call.deps.read, record.orderId);
    return (
      <div className="stack">
        <Saved>{i18n.t('participantImports.booked.text', { count: order ? peopleOf(order).length : 0 })}</Saved>
        <div className="row">
          <ButtonLink href={adminOrderPath(record.orderId)}>
            {i18n.t('participantImports.booked.order', { number: String(record.orderId) })}
          </ButtonLink>
        </div>
      </div>
    );
  }
  const count = countLines(record.lines).new;
  if (count === 0 || record.total === null) return null;
  return (
    <section className="stack">
      <h2>{i18n.t('participantImports.book.title')}</h2>
      <p>{i18n.t('participantImports.book.people', { count })}</p>
      <PricedItems record={record} i18n={i18n} />
      <SavingForm
        form={await payerForm(call, room)}
        record={{
          ...{ payer: byEmail, payment: 'transfer', sendTickets: true, email: '' },
          contactAddress: { countryCode: 'AT' },
        }}
        state={state}
        i18n={i18n}
        action={importPath(room, record)}
        submit={i18n.t('participantImports.book.button', { count })}
      />
    </section>
  );
}

async function book(call: ImportCall): Promise<Response> {
  const { deps, viewer, form: posted } = call;
  const { catalog, record } = call.record;
  const room = roomOfImport(call);
  const companyId = /^\d{1,9}$/.exec(String(posted.get('payer')))?.[0];
  const { id: importId } = record;
  const at = { importId, eventId: catalog.event.id, editorId: viewer.userId, language: room.i18n.locale };
  const { config } = deps;
  const saved = await saveForm(
    { ...call, i18n: room.i18n },
    {
      form: await payerForm(call, room),
      schema: companyId ? applyBody : byEmailBody,
      reshape: ({ email, contactAddress, payment, sendTickets }) => ({
        payer: companyId ? { companyId: Number(companyId) } : { email, contactAddress },
        ...{ payment, sendTickets },
      }),
      controlOf: (name) => (name === 'payer.companyId' ? 'payer' : name.replace(/^payer\./, '')),
      save: async (work, body) => {
        await bookImport(work, { ...at, config }, body);
        return importPath(room, record);
      },
    },
  );
  if ('to' in saved) return call.redirect(saved.to);
  // Places may have gone since: the lines are decided again, beside the refusal.
  if (saved.state.refusal !== null && record.orderId === null) await decideAgain(room, record);
  return showImport(call, await recordAt(deps.read, catalog, importId), saved.state);
}

export const managePages: readonly PageRoute[] = [
  page({ method: 'get', path, ...manages }, async (call) => showUpload(roomOf(call), null, await recent(call))),
  page({ method: 'post', path, ...manages, upload: { maxBytes: maxListBytes, refusedAs: 'refused' } }, async (call) =>
    upload(roomOf(call), await recent(call)),
  ),
  page({ method: 'get', path: `${path}/template`, ...manages }, async (call) => templateFile(roomOf(call))),
  page({ method: 'get', path: onePath, ...manages, load: loadImport }, (call) => showImport(call, call.record.record)),
  page({ method: 'post', path: onePath, ...manages, load: loadImport }, book),
  page({ method: 'get', path: `${onePath}/columns`, ...manages, load: loadImport }, async (call) =>
    showColumns(roomOfImport(call), call.record.record),
  ),
  page({ method: 'post', path: `${onePath}/columns`, ...manages, load: loadImport }, (call) =>
    saveColumns(roomOfImport(call), call.record.record),
  ),
  page({ method: 'get', path: `${onePath}/rest`, ...manages, load: loadImport }, async (call) =>
    restFile(roomOfImport(call), call.record.record),
  ),
];
