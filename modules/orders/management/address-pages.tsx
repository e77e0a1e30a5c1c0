import * as z from 'zod';
import { type Address, addressSchema } from '#modules/accounts/rules/address.ts';
import { addressLengths } from '#modules/accounts/rules/address-lengths.ts';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Button } from '#src/ui/form.tsx';
import { type Field, plainForm } from '#src/web/forms/fields.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { page, type Route } from '#src/web/http.ts';
import { managesOrder } from '../load.ts';
import { addressLabel } from '../participants/field-words.ts';
import { addressErrors, addressOfDraft, draftOfAddress, salutations } from '../rules/draft-address.ts';
import { type AddressName, addressNames, changeOrderData } from './change-order-data.ts';
import { type ManagedOrder, orderFormPages, saveOrderForm } from './edit-order.ts';
import { actOnOrder, type OrderCall, renderBelow } from './order-frame.tsx';

/** `contactAddress` → `contact-address`. */
const addressSlug = (name: AddressName): string => name.replace('Address', '-address');

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
type Texts = Readonly<Record<string, string>>;
const lengths: Readonly<Record<string, number>> = addressLengths;

const recordOf = (address: Address | null): Texts => (address ? { ...draftOfAddress(address) } : {});

const addressForm = (i18n: Translator) =>
  plainForm('orderActions', ...rows.flatMap((row) => row.map((name, at): Field => fieldOf(name, at > 0, i18n))));

function fieldOf(name: (typeof fieldNames)[number], isBeside: boolean, i18n: Translator): Field {
  const shared = {
    name,
    label: addressLabel(name, i18n),
    required: name === 'firstName' || name === 'lastName',
    control: { maxLength: lengths[name] ?? 150, autoComplete: 'off' },
    ...(isBeside ? { beside: true as const } : {}),
  };
  if (name === 'countryCode') return { ...shared, kind: 'country' };
  if (name !== 'gender') return { ...shared, kind: 'text' };
  const options = salutations.map((value) => ({ value, label: i18n.t(`orderAddress.salutation.${value}`) }));
  return { ...shared, kind: 'choice', options };
}

function showAddress({ call, order }: ManagedOrder, of: AddressName, state?: FormState): Promise<Response> {
  const { i18n } = call;
  const mayRemove = of !== 'contactAddress' && order[of] !== null;
  return renderBelow(
    call,
    order,
    i18n.t(`orderActions.address.${of}.title`),
    <div className="stack">
      <p className="soft">{i18n.t(`orderActions.address.${of}.text`)}</p>
      <SavingForm
        form={addressForm(i18n)}
        record={recordOf(order[of])}
        state={state}
        i18n={i18n}
        action={`/admin/orders/${order.id}/${addressSlug(of)}`}
        cancelHref={`/admin/orders/${order.id}`}
        actions={
          mayRemove ? (
            <Button look="danger" name="intent" value="remove">
              {i18n.t('orderActions.address.remove')}
            </Button>
          ) : null
        }
      />
    </div>,
    formStatus(state),
  );
}

/** FieldErrors that this form says in words of its own. */
const ownWords: Readonly<Record<string, string>> = { phoneCountry: 'orderAddress.phoneCountry' };

/** The address that the texts make: what was not touched is taken over as it is stored. */
function addressFrom(changed: Texts, stored: Address | null): Address {
  const draft = { ...(stored ? draftOfAddress(stored) : {}), ...changed };
  const errors = Object.entries(addressErrors(draft, { postal: false })).filter(([name]) => name in changed || !stored);
  if (errors.length > 0)
    refuseFields(Object.fromEntries(errors.map(([name, error]) => [name, [ownWords[error] ?? error]])));
  const made = addressOfDraft(draft) ?? refuseFields({ lastName: ['required'] });
  return addressSchema.parse({
    ...made,
    ...(stored && !('phoneNumber' in changed) ? { phoneNumber: stored.phoneNumber ?? null } : {}),
  });
}

const removeAddress = (call: OrderCall, of: AddressName): Promise<Response> =>
  actOnOrder(call, 'addressRemoved', (work, { id }) =>
    changeOrderData(work, { orderId: id, editorId: call.viewer.userId, [of]: null }),
  );

const saveAddress = (at: ManagedOrder, of: AddressName) =>
  saveOrderForm(at, {
    form: addressForm(at.call.i18n),
    schema: z.record(z.string(), z.string().nullable()),
    stored: (fresh) => recordOf(fresh[of]),
    controlOf: (path) => path.replace(`${of}.`, '').replace(/^phoneNumber\..*$/, 'phoneNumber'),
    save: (work, data, changed, fresh) => {
      const texts = Object.fromEntries(changed.map((name) => [name, data[name] ?? '']));
      const editorId = at.call.viewer.userId;
      return changeOrderData(work, { orderId: at.order.id, editorId, [of]: addressFrom(texts, fresh[of]) });
    },
    done: 'addressChanged',
  });

const pagesOf = (of: AddressName): Route[] => {
  const path = `/admin/orders/{orderId}/${addressSlug(of)}` as const;
  const [ask, save] = orderFormPages(
    path,
    (at, state) => showAddress(at, of, state),
    (at) => saveAddress(at, of),
  );
  return [
    ...(ask ? [ask] : []),
    page({ method: 'post', path, ...managesOrder }, async (call) => {
      if (call.form.get('intent') === 'remove' && of !== 'contactAddress') return removeAddress(call, of);
      return present(save, 'a form has two routes').run(call);
    }),
  ];
};

export const addressPages: Route[] = addressNames.flatMap(pagesOf);
