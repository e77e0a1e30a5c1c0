import type { ReactElement } from 'react';
import type { Words } from '#src/platform/locale.ts';
import { CheckboxField, SelectField, TextField } from '#src/ui/field.tsx';
import { ErrorSummary } from '#src/ui/form.tsx';
import type { DraftAddress } from '../rules/draft.ts';
import { type AddressFault, addressFields } from '../rules/draft-address.ts';
import { type BookingContext, BookingHead } from './booking-frame.tsx';
import type { RefusedCode } from './refusal.tsx';
import { StepForm } from './step-form.tsx';

export type AddressFaults = Record<string, AddressFault>;

export function AddressPage(props: {
  booking: BookingContext;
  contact: DraftAddress;
  delivery: DraftAddress | null;
  faults: AddressFaults;
  refused?: RefusedCode | null;
}): ReactElement {
  const { booking, contact, delivery, faults, refused = null } = props;
  const { words, catalog } = booking;
  const { event } = catalog;
  const errors = Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => [
      name,
      words.t(fault === 'tooLong' ? 'orders.fault.tooLong' : 'ui.form.missing'),
    ]),
  );
  return (
    <div className="stack">
      <BookingHead booking={booking} step="delivery-address" />
      <StepForm booking={booking} step="delivery-address" refused={refused}>
        <ErrorSummary
          title={words.t('ui.errors.title', { count: Object.keys(errors).length })}
          errors={namedErrors(errors, words)}
        />
        <p className="lead">{words.t('orders.address.intro')}</p>
        <AddressFieldset
          prefix="contact"
          legend={words.t('orders.address.contact')}
          address={contact}
          errors={errors}
          postal={event.needsContactAddress}
          words={words}
        />
        {event.needsContactAddress && event.allowDifferentDeliveryAddress ? (
          <>
            <CheckboxField
              name="differentDelivery"
              label={words.t('orders.address.different')}
              defaultChecked={delivery !== null}
              hint={words.t('orders.address.differentHint')}
            />
            <AddressFieldset
              prefix="delivery"
              legend={words.t('orders.address.delivery')}
              address={delivery ?? {}}
              errors={errors}
              postal
              words={words}
            />
          </>
        ) : null}
      </StepForm>
    </div>
  );
}

/** Far from its field a sentence says which one it means. */
const namedErrors = (errors: Record<string, string>, words: Words): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([name, error]) => {
      const [prefix, field = ''] = name.split('.');
      const key = field === 'phoneNumber' ? 'orders.field.phone' : `orders.field.${field}`;
      const label = words.has(key) ? words.t(key) : field;
      return [
        name,
        prefix === 'delivery'
          ? words.t('orders.address.deliveryError', { field: label, error })
          : words.t('ui.errors.ofField', { field: label, error }),
      ];
    }),
  );

function AddressFieldset(props: {
  prefix: 'contact' | 'delivery';
  legend: string;
  address: DraftAddress;
  errors: Record<string, string>;
  postal: boolean;
  words: Words;
}): ReactElement {
  const { prefix, legend, address, errors, postal, words } = props;
  const section = prefix === 'delivery' ? 'shipping' : 'billing';
  const field = (name: (typeof addressFields)[number], autoComplete: string) => ({
    name: `${prefix}.${name}`,
    defaultValue: address[name] ?? '',
    error: errors[`${prefix}.${name}`] ?? null,
    autoComplete: `${section} ${autoComplete}`,
  });
  const optional = words.t('ui.form.optional');
  const needed = prefix === 'contact';
  return (
    <fieldset className="entry-person">
      <legend>{legend}</legend>
      <div className="entry-row">
        <TextField {...field('firstName', 'given-name')} label={words.t('orders.field.firstName')} required={needed} />
        <TextField {...field('lastName', 'family-name')} label={words.t('orders.field.lastName')} required={needed} />
      </div>
      {postal ? (
        <>
          <TextField
            {...field('companyName', 'organization')}
            label={words.t('orders.field.companyName')}
            optional={optional}
          />
          <div className="entry-row">
            <TextField {...field('street', 'address-line1')} label={words.t('orders.field.street')} required={needed} />
            <TextField
              {...field('houseNumber', 'address-line2')}
              label={words.t('orders.field.houseNumber')}
              optional={optional}
              className="input-short"
            />
          </div>
          <TextField
            {...field('additional', 'address-line3')}
            label={words.t('orders.field.additional')}
            optional={optional}
          />
          <div className="entry-row">
            <TextField
              {...field('zipCode', 'postal-code')}
              label={words.t('orders.field.zipCode')}
              required={needed}
              className="input-short"
            />
            <TextField {...field('city', 'address-level2')} label={words.t('orders.field.city')} required={needed} />
          </div>
          <SelectField
            {...field('countryCode', 'country')}
            label={words.t('orders.field.country')}
            options={words.countries().map((country) => ({ value: country.code, label: country.name }))}
            placeholder={words.t('ui.form.choose')}
            required={needed}
          />
        </>
      ) : null}
      {prefix === 'contact' ? (
        <TextField
          {...field('phoneNumber', 'tel')}
          type="tel"
          inputMode="tel"
          label={words.t('orders.field.phone')}
          optional={optional}
          hint={words.t('orders.field.phoneHint')}
        />
      ) : null}
    </fieldset>
  );
}

export function addressOfForm(form: FormData, prefix: 'contact' | 'delivery'): DraftAddress {
  const address: DraftAddress = {};
  for (const name of addressFields) {
    const value = form.get(`${prefix}.${name}`);
    if (typeof value === 'string' && value !== '') address[name] = value.slice(0, 500);
  }
  return address;
}
