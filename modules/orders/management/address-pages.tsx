import { type Address, addressSchema } from '#modules/accounts/rules/address.ts';
import { addressLengths } from '#modules/accounts/rules/address-lengths.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { page, type Route } from '#src/platform/http.ts';
import type { Words } from '#src/platform/locale.ts';
import { SelectField, TextField } from '#src/ui/field.tsx';
import { Button } from '#src/ui/form.tsx';
import { addressFaults, addressOfDraft, draftOfAddress } from '../rules/draft-address.ts';
import type { AdminOrderRecord } from './admin-read.ts';
import { type AddressName, addressNames, changeOrderData } from './change-order-data.ts';
import { EditForm } from './edit-form.tsx';
import { addressLabel, salutations } from './field-words.ts';
import { actOnOrder, managedOrder, type OrderCall, renderBelow, wordsHere } from './order-frame.tsx';
import { type EditState, openedWith, saveEdit, statusOf } from './save-edit.ts';
import type { Texts } from './shown-form.ts';

/** `contactAddress` → `contact-address`. */
export const addressSlug = (name: AddressName): string => name.replace('Address', '-address');

/** The fields in the sequence in which an address is written, in rows. */
const rows = [
  ['gender'],
  ['titlePrefix', 'titleSuffix'],
  ['firstName', 'lastName'],
  ['companyName', 'vatId'],
  ['street', 'houseNumber'],
  ['additional'],
  ['zipCode', 'city'],
  ['countryCode'],
  ['phoneNumber', 'sportsClub'],
] as const;
const fieldNames = rows.flat();
const lengths: Readonly<Record<string, number>> = addressLengths;

const textsOf = (address: Address | null): Texts => {
  const draft = address ? draftOfAddress(address) : {};
  return Object.fromEntries(fieldNames.map((name) => [name, draft[name] ?? '']));
};

function showAddress(call: OrderCall, order: AdminOrderRecord, of: AddressName, state: EditState): Promise<Response> {
  const words = wordsHere(call, order);
  const { typed, errors } = state;
  const field = (name: (typeof fieldNames)[number]) => {
    const isRequired = name === 'firstName' || name === 'lastName';
    const shared = {
      name,
      label: addressLabel(name, words),
      defaultValue: typed[name] ?? '',
      error: errors[name] ?? null,
      required: isRequired,
      autoComplete: 'off',
    };
    if (name === 'gender') {
      const options = salutations.map((value) => ({ value, label: words.t(`orderAddress.salutation.${value}`) }));
      return <SelectField key={name} {...shared} options={options} placeholder={words.t('ui.form.choose')} />;
    }
    if (name === 'countryCode') {
      const options = words.countries().map(({ code, name: label }) => ({ value: code, label }));
      return <SelectField key={name} {...shared} options={options} placeholder={words.t('ui.form.choose')} />;
    }
    return <TextField key={name} {...shared} maxLength={lengths[name] ?? 150} />;
  };
  const mayRemove = of !== 'contactAddress' && order[of] !== null;
  return renderBelow(
    call,
    order,
    words.t(`orderActions.address.${of}.title`),
    <EditForm
      action={`/admin/orders/${order.id}/${addressSlug(of)}`}
      state={state}
      words={words}
      labelOf={(name) => addressLabel(name, words)}
      back={`/admin/orders/${order.id}`}
      hasRequired
      actions={
        mayRemove ? (
          <Button look="danger" name="intent" value="remove">
            {words.t('orderActions.address.remove')}
          </Button>
        ) : null
      }
    >
      <p className="soft">{words.t(`orderActions.address.${of}.text`)}</p>
      {rows.map((row) => (
        <div className={row.length > 1 ? 'entry-row' : undefined} key={row[0]}>
          {row.map(field)}
        </div>
      ))}
    </EditForm>,
    statusOf(state),
  );
}

/** The address that the texts make: what was not touched is taken over as it is stored. */
function addressFrom(changed: Texts, stored: Address | null): Address {
  const draft = { ...(stored ? draftOfAddress(stored) : {}), ...changed };
  const faults = Object.entries(addressFaults(draft, { postal: false })).filter(([name]) => name in changed || !stored);
  if (faults.length > 0) refuseFields(Object.fromEntries(faults.map(([name, fault]) => [name, [fault]])));
  const made = addressOfDraft(draft) ?? refuseFields({ lastName: ['required'] });
  return addressSchema.parse({
    ...made,
    ...(stored && !('phoneNumber' in changed) ? { phoneNumber: stored.phoneNumber ?? null } : {}),
  });
}

const pagesOf = (of: AddressName): Route[] => {
  const path = `/admin/orders/{orderId}/${addressSlug(of)}` as const;
  return [
    page({ method: 'get', path, may: 'order.manage' }, async (call) => {
      const order = await managedOrder(call);
      return showAddress(call, order, of, openedWith(textsOf(order[of])));
    }),
    page({ method: 'post', path, may: 'order.manage' }, async (call) => {
      const editorId = call.viewer.userId;
      if (call.form.get('intent') === 'remove' && of !== 'contactAddress') {
        return actOnOrder(call, 'addressRemoved', (work, { id }) =>
          changeOrderData(work, { orderId: id, editorId, [of]: null }),
        );
      }
      const order = await managedOrder(call);
      const words = wordsHere(call, order);
      const typed = Object.fromEntries(
        fieldNames.map((name) => [name, String(call.form.get(name) ?? '').slice(0, 500)]),
      );
      if (order[of] === null && fieldNames.every((name) => typed[name]?.trim() === '')) {
        const missing = words.t('ui.form.missing');
        const errors = { firstName: missing, lastName: missing };
        return showAddress(call, order, of, { ...openedWith(typed), errors });
      }
      const state = await saveEdit(call, {
        orderId: order.id,
        typed,
        stored: (fresh) => textsOf(fresh[of]),
        save: (work, changed, fresh) =>
          changeOrderData(work, { orderId: order.id, editorId, [of]: addressFrom(changed, fresh[of]) }),
        labelOf: (name) => addressLabel(name, words),
        said: (name, text) => saidOf(name, text, words),
        controlOf: (at) => at.replace(`${of}.`, '').replace(/^phoneNumber\..*$/, 'phoneNumber'),
      });
      return state
        ? showAddress(call, order, of, state)
        : call.redirect(`/admin/orders/${order.id}?done=addressChanged`);
    }),
  ];
};

const saidOf = (name: string, text: string, words: Words): string => {
  const salutation = salutations.find((value) => name === 'gender' && value === text);
  if (salutation) return words.t(`orderAddress.salutation.${salutation}`);
  return name === 'countryCode' ? words.country(text) : text;
};

export const addressPages: Route[] = addressNames.flatMap(pagesOf);
