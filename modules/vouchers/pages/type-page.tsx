import {
  EventTabs,
  eventHead,
  type FormState,
  formStatus,
  managed,
  type OrganizerCall,
  SavingForm,
  saveForm,
  typedOf,
} from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { page } from '#src/platform/http.ts';
import { createVoucherType, wholeDay } from '../create-voucher-type.ts';
import { type TypeRow, voucherTypeOf } from '../read-management.ts';
import type { SaidTerms } from '../rules/voucher-type.ts';
import { newVoucherTypeInput, voucherTypeInput } from '../shapes.ts';
import { updateVoucherType } from '../update-voucher-type.ts';
import { type ManagedType, managedType } from './managed-type.ts';
import { codesPath, typePath, typesPath } from './paths.ts';
import { typeGroups, typeReshaped, typeShown } from './type-form.ts';
import { typeHead } from './type-head.tsx';

/** A new one is for the event, today, until somebody says otherwise. */
function fresh({ now }: OrganizerCall, { event }: Catalog): SaidTerms {
  const { start, end } = wholeDay(now, event.timeZone);
  return {
    eventId: event.id,
    name: '',
    prefix: '',
    amount: 0,
    unit: 'fixed',
    target: 'event',
    useType: 'multi',
    validFrom: start,
    validTo: end,
    competitionId: null,
    competitionPriceId: null,
    articleId: null,
  };
}

function showForm(call: OrganizerCall, catalog: Catalog, type: TypeRow | null, state?: FormState): Promise<Response> {
  const { words, viewer, query } = call;
  const { id: eventId, timeZone } = catalog.event;
  const groups = typeGroups(catalog, words);
  const shown = typeShown(type ?? fresh(call, catalog), words);
  return call.render(
    <div className="stack">
      <EventTabs eventId={eventId} words={words} />
      <SavingForm
        groups={groups}
        stored={typedOf(groups, shown, words.locale, timeZone)}
        state={state ?? { saved: query.has('saved') }}
        words={words}
        timeZone={timeZone}
        action={type ? typePath(eventId, type.id) : `${typesPath(eventId)}/new`}
        csrfToken={viewer.csrfToken}
        cancelHref={typesPath(eventId)}
      />
    </div>,
    type ? typeHead(catalog, type, 'edit', type.name, words) : eventHead(catalog, words.t('vouchers.types.new')),
    formStatus(state),
  );
}

async function create(unworded: OrganizerCall): Promise<Response> {
  const { call, catalog } = await managed(unworded);
  const { id: eventId, timeZone } = catalog.event;
  const outcome = await saveForm(call, {
    groups: typeGroups(catalog, call.words),
    schema: newVoucherTypeInput.omit({ eventId: true }),
    timeZone,
    eventId,
    reshape: typeReshaped(call.words, null),
    save: async (work, data) => {
      const id = await createVoucherType(work, { ...data, eventId }, call.viewer);
      return `${codesPath(eventId, id)}?done=type`;
    },
  });
  return 'to' in outcome ? call.redirect(outcome.to) : showForm(call, catalog, null, outcome.state);
}

async function change({ call, catalog, type }: ManagedType): Promise<Response> {
  const { words } = call;
  const { id: eventId, timeZone } = catalog.event;
  const outcome = await saveForm(call, {
    groups: typeGroups(catalog, words),
    schema: voucherTypeInput.omit({ eventId: true }),
    timeZone,
    eventId,
    of: 'vouchers',
    reshape: typeReshaped(words, type),
    stored: async (_, work) => {
      const now = await voucherTypeOf(work.tx, type.id);
      return now ? typeShown(now, words) : undefined;
    },
    save: async (work, data) => {
      await updateVoucherType(work, type.id, data, call.viewer);
      return `${typePath(eventId, type.id)}?saved`;
    },
  });
  return 'to' in outcome ? call.redirect(outcome.to) : showForm(call, catalog, type, outcome.state);
}

const path = '/admin/voucher-types/{eventId}/{voucherTypeId}';
export const typePages = [
  page({ method: 'get', path: '/admin/voucher-types/{eventId}/new', may: 'event.read' }, async (unworded) => {
    const { call, catalog } = await managed(unworded);
    return showForm(call, catalog, null);
  }),
  page({ method: 'post', path: '/admin/voucher-types/{eventId}/new', may: 'event.change' }, create),
  page({ method: 'get', path, may: 'event.read' }, async (unworded) => {
    const { call, catalog, type } = await managedType(unworded);
    return showForm(call, catalog, type);
  }),
  page({ method: 'post', path, may: 'event.change' }, async (unworded) => change(await managedType(unworded))),
];
