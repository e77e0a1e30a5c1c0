import { changesEvent, eventHead, managed, type OrganizerCall, saveEventForm } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type TypeRow, voucherTypeOf } from '../read-management.ts';
import { type TermsText, usualTerms } from '../rules/voucher-type.ts';
import { createVoucherType, requirePlatform, updateVoucherType, wholeDay } from '../save-voucher-types.ts';
import { newVoucherTypeInput, voucherTypeInput } from '../shapes.ts';
import { convertTypeInput, typeForm, typeRecord } from './type-form.ts';
import { codesPath, managedType, PaidByPlatform, TypeTerms, typeHead, typePath, typesPath } from './type-head.tsx';

/** Defaults: for the event, from today until it is over. */
function fresh({ now }: OrganizerCall, { event }: Catalog): TermsText {
  const { start, end } = wholeDay(now, event.timeZone);
  const validTo = event.endTimestamp > now ? event.endTimestamp : end;
  return { ...usualTerms, eventId: event.id, name: '', validFrom: start, validTo };
}

function showForm(call: OrganizerCall, catalog: Catalog, type: TypeRow | null, state?: FormState): Promise<Response> {
  const { i18n, query } = call;
  const { id: eventId } = catalog.event;
  if (type?.paidByPlatform && !call.viewer.isSuperAdmin)
    return call.render(
      <div className="stack">
        <PaidByPlatform i18n={i18n} />
        <TypeTerms catalog={catalog} type={type} i18n={i18n} now={call.now} />
      </div>,
      typeHead(catalog, type, 'edit', type.name, i18n),
    );
  return call.render(
    <div className="stack">
      {type?.paidByPlatform ? <PaidByPlatform i18n={i18n} /> : null}
      <SavingForm
        form={typeForm(catalog, call.viewer, i18n)}
        record={typeRecord(type ?? fresh(call, catalog), i18n)}
        state={state}
        isSaved={query.has('saved')}
        i18n={i18n}
        action={type ? typePath(eventId, type.id) : `${typesPath(eventId)}/new`}
        cancelHref={typesPath(eventId)}
      />
    </div>,
    type ? typeHead(catalog, type, 'edit', type.name, i18n) : eventHead(catalog, i18n.t('vouchers.types.new')),
    formStatus(state),
  );
}

const savedAs = ({ i18n, viewer }: OrganizerCall, catalog: Catalog, type: TypeRow | null) => ({
  form: typeForm(catalog, viewer, i18n),
  of: 'events.vouchers.refused',
  reshape: convertTypeInput(i18n, type),
});

const path = '/admin/voucher-types/{event}';
export const typePages = [
  ...formPages({
    ...changesEvent,
    path: `${path}/new`,
    loadData: (call) => managed(call),
    show: ({ call, catalog }, state) => showForm(call, catalog, null, state),
    save: ({ call, catalog, catalog: { event } }) =>
      saveEventForm(call, event.id, {
        ...savedAs(call, catalog, null),
        schema: newVoucherTypeInput.omit({ eventId: true }),
        save: async (work, data) => {
          await requirePlatform(work, call.viewer, { wanted: data });
          const id = await createVoucherType(work, { ...data, eventId: event.id }, call.viewer);
          return `${codesPath(event.id, id)}?done=type`;
        },
      }),
  }),
  ...formPages({
    ...changesEvent,
    path: `${path}/{voucherTypeId}`,
    loadData: managedType,
    show: ({ call, catalog, type }, state) => showForm(call, catalog, type, state),
    save: ({ call, catalog, type }) =>
      saveEventForm(call, catalog.event.id, {
        ...savedAs(call, catalog, type),
        schema: voucherTypeInput.omit({ eventId: true }),
        stored: async (_, work) => {
          const now = await voucherTypeOf(work.tx, type.id);
          return now ? typeRecord(now, call.i18n) : undefined;
        },
        save: async (work, data) => {
          await requirePlatform(work, call.viewer, { voucherTypeId: type.id, wanted: data });
          await updateVoucherType(work, type.id, data, call.viewer);
          return `${typePath(catalog.event.id, type.id)}?saved`;
        },
      }),
  }),
];
