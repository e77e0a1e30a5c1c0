import type { ReactElement } from 'react';
import * as z from 'zod';
import { userById } from '#modules/accounts/index.ts';
import { addressSchema } from '#modules/accounts/rules/address.ts';
import { publicCatalog, renderUnderEvent, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { rightNotes } from '#modules/orders/index.ts';
import { needsContact } from '#modules/orders/rules/entry-check.ts';
import { rightOf } from '#modules/orders/rules/order-item.ts';
import { paymentPath } from '#modules/payments/index.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { Problem } from '#src/kernel/problem.ts';
import { hours } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { CheckboxField } from '#src/ui/field.tsx';
import { ButtonLink, Saved } from '#src/ui/form.tsx';
import { type FormSpec, formOf } from '#src/web/forms/fields.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { bookOwnImport, totalFor } from '../book-import.ts';
import { importOf } from '../imports.ts';
import { countLines } from '../rules/line.ts';
import { refuse } from '../rules/problems.ts';
import type { ParticipantImport } from '../schema.ts';
import { addressFields } from './manage.tsx';
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

const path = '/events/{event}/group-registration' as const;
const onePath = `${path}/{importId}` as const;
const maxOwnBytes = 8 * 1024 * 1024;
const uploads: Limit = { name: 'group-uploads', most: 60, windowMs: hours(1), per: 'account' };
const acceptedField = 'accepted';
const totalField = 'totalPrice';

type Named = { deps: Pick<Deps, 'read'>; params: { event: string } };

/** @throws Problem NOT_FOUND unless the event is public and offers group registration */
async function loadOffered({ deps, params }: Named): Promise<Catalog> {
  const catalog = await publicCatalog(deps.read, params.event);
  return catalog.event.groupRegistration ? catalog : refuse('NOT_FOUND');
}
const offered = { may: 'group.register', load: loadOffered } as const;
type Call = PageCall<'group.register', 'event', Catalog>;
type Loaded = { catalog: Catalog; record: ParticipantImport };
type ImportCall = PageCall<'group.register', 'event' | 'importId', Loaded>;

function roomAt(call: Omit<Call, 'record' | 'params'>, catalog: Catalog): Room {
  return {
    ...{ call, viewer: call.viewer, catalog, i18n: wordsOf(call.i18n, catalog), isOwn: true },
    base: `/events/${catalog.event.id}/group-registration`,
    show: (title, body, status) => renderUnderEvent(call, { catalog, title }, body, status),
  };
}
const roomOf = (call: Call): Room => roomAt(call, call.record);
const roomOfImport = (call: ImportCall): Room => roomAt(call, call.record.catalog);

async function loadOwnImport(call: Pick<ImportCall, 'deps' | 'viewer' | 'params'>): Promise<Loaded> {
  const catalog = await loadOffered(call);
  return { catalog, record: await recordAt(call, catalog, call.params.importId) };
}
const recordAt = (
  { deps, viewer }: Pick<ImportCall, 'deps' | 'viewer'>,
  { event }: Catalog,
  importId: number,
): Promise<ParticipantImport> => importOf(deps.read, { importId, eventId: event.id, buyerId: viewer.userId });

const addressForm = ({ event }: Catalog): FormSpec =>
  formOf('participantImports', needsContact(event) ? [{ name: 'address', fields: formFields(event) }] : []);
const formFields = ({ needsContactAddress }: Catalog['event']) =>
  addressFields(needsContactAddress).slice(0, needsContactAddress ? undefined : namesOnly);
/** First name, last name and company. */
const namesOnly = 3;

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
  const { catalog, i18n } = room;
  const { event } = catalog;
  const { t } = i18n;
  if (record.orderId !== null)
    return (
      <div className="stack">
        <Saved>{t('participantImports.booked.title')}</Saved>
        <div className="row">
          <ButtonLink href={`/orders/${record.orderId}`}>
            {t('participantImports.booked.order', { number: String(record.orderId) })}
          </ButtonLink>
        </div>
      </div>
    );
  const count = countLines(record.lines).new;
  if (count === 0 || record.total === null) return null;
  const user = await userById(call.deps.read, call.viewer.userId);
  const address = { countryCode: 'AT', ...user?.contactAddress };
  const visibleTotal = totalOf(record, state) ?? record.total;
  const articles = record.teams.flatMap(({ participants }) => participants.flatMap((person) => person.articles));
  const notes = rightNotes(
    articles.map(({ articleId }) => ({
      name: catalog.articles.find(({ id }) => id === articleId)?.name ?? '',
      withdrawalRight: rightOf(catalog.articles, articleId),
    })),
    true,
    i18n,
  );
  return (
    <section className="stack">
      <h2>{t('participantImports.own.order')}</h2>
      <p>{t('participantImports.book.people', { count })}</p>
      <PricedItems record={record} i18n={i18n} />
      <SavingForm
        form={addressForm(catalog)}
        record={{ contactAddress: address }}
        state={state}
        i18n={i18n}
        hasRequired
        action={importPath(room, record)}
        submit={t(visibleTotal > 0 ? 'orders.check.order' : 'orders.check.orderFree')}
      >
        <input type="hidden" name={totalField} value={visibleTotal} />
        {visibleTotal === record.total ? null : <p className="summary-total">{i18n.money(visibleTotal)}</p>}
        <CheckboxField
          name={acceptedField}
          required
          defaultChecked={call.form?.has(acceptedField)}
          label={t('orders.check.conditions', { event: event.title })}
        />
        <p className="check-links">
          <a href="/conditions" target="_blank" rel="noopener">
            {t('orders.check.readTerms')}
          </a>
          <a href={`/event-conditions/${event.id}`} target="_blank" rel="noopener">
            {t('orders.check.readConditions')}
          </a>
        </p>
        {notes.map((note) => (
          <p key={note} className="soft">
            {note}
          </p>
        ))}
      </SavingForm>
    </section>
  );
}

const newTotal = 'newTotal';
/** The total for the posted address, after it turned out to be another one than was shown. */
const totalOf = (_: ParticipantImport, state: FormState | undefined): Cents | null => {
  const text = state?.hidden?.[newTotal];
  return text === undefined ? null : cents(Number(text));
};

const ownBody = z.object({ contactAddress: z.nullish(addressSchema) });

async function order(call: ImportCall): Promise<Response> {
  const { deps, viewer, clientAddress, form: posted } = call;
  const { catalog, record } = call.record;
  const room = roomOfImport(call);
  const { i18n } = room;
  const again = async (state: FormState) => showImport(call, await recordAt(call, catalog, record.id), state);
  if (record.orderId !== null) return call.redirect(paymentPath(catalog.event.id, record.orderId));
  const isAccepted = posted.get(acceptedField) !== null;
  const visibleTotal = /^\d{1,12}$/.test(String(posted.get(totalField))) ? cents(Number(posted.get(totalField))) : null;
  let changed: Cents | null = null;
  const saved = await saveForm(
    { ...call, i18n },
    {
      form: addressForm(catalog),
      schema: ownBody,
      save: async (work, { contactAddress = null }) => {
        if (!isAccepted)
          throw new Problem('VALIDATION_FAILED', 400, { fields: { [acceptedField]: ['orders.check.accept'] } });
        const total = record.total === null ? null : totalFor(catalog, record, record.total, contactAddress);
        if (total !== null && total !== visibleTotal) {
          changed = total;
          throw new Problem('NOT_MATCHING_ORDER_TOTAL', 409, { totalPrice: total });
        }
        const orderId = await bookOwnImport(
          work,
          { importId: record.id, eventId: catalog.event.id },
          {
            ...{ viewer, contactAddress, invoiceAddress: null, totalPrice: visibleTotal ?? cents(0) },
            language: i18n.locale,
            origin: { clientAddress, limitFactor: deps.config.limitFactor },
          },
        );
        return orderPath(catalog, orderId, visibleTotal);
      },
    },
  );
  if ('to' in saved) return call.redirect(saved.to);
  if (changed !== null)
    return again({
      ...saved.state,
      refusal: i18n.t('participantImports.own.newTotal'),
      hidden: { ...saved.state.hidden, [newTotal]: String(changed) },
    });
  if (saved.state.refusal !== null) await decideAgain(room, record);
  return again(saved.state);
}

const orderPath = ({ event }: Catalog, orderId: number, total: Cents | null): string =>
  total === 0 ? `/events/${event.id}/completed?order=${orderId}` : paymentPath(event.id, orderId);

export const ownPages: readonly PageRoute[] = [
  page({ method: 'get', path, ...offered }, (call) => showUpload(roomOf(call))),
  page({ method: 'post', path, ...offered, upload: { maxBytes: maxOwnBytes, refusedAs: 'refused' } }, async (call) => {
    const { deps, viewer } = call;
    await deps.write((work) => countTry(work, uploads, String(viewer.userId), 1));
    return upload(roomOf(call));
  }),
  page({ method: 'get', path: `${path}/template`, ...offered }, async (call) => templateFile(roomOf(call))),
  page({ method: 'get', path: onePath, ...offered, load: loadOwnImport }, (call) =>
    showImport(call, call.record.record),
  ),
  page({ method: 'post', path: onePath, ...offered, load: loadOwnImport }, order),
  page({ method: 'get', path: `${onePath}/columns`, ...offered, load: loadOwnImport }, async (call) =>
    showColumns(roomOfImport(call), call.record.record),
  ),
  page({ method: 'post', path: `${onePath}/columns`, ...offered, load: loadOwnImport }, (call) =>
    saveColumns(roomOfImport(call), call.record.record),
  ),
  page({ method: 'get', path: `${onePath}/rest`, ...offered, load: loadOwnImport }, async (call) =>
    restFile(roomOfImport(call), call.record.record),
  ),
];
