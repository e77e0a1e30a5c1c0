import type { Address } from '#modules/accounts/rules/address.ts';
import { addressLengths } from '#modules/accounts/rules/address-lengths.ts';
import { vatIdOf } from '#modules/accounts/rules/vat-id.ts';
import type { AddressInput, DraftAddress } from './draft.ts';

/** Salutations of people and organizations. */
export const salutations = ['female', 'male', 'diverse', 'company', 'association'] as const;
const lengths: Readonly<Record<string, number>> = addressLengths;

/** Addresses by form section; delivery and invoice have a checkbox. */
const addressParts = ['contact', 'delivery', 'invoice'] as const;
export type AddressPart = (typeof addressParts)[number];
export const partBoxes = { delivery: 'differentDelivery', invoice: 'differentInvoice' } as const;
/** Event settings for addresses. */
export type AddressEvent = { needsContactAddress: boolean; allowDifferentDeliveryAddress: boolean };

const fieldNames = ['gender', 'countryCode', ...Object.keys(addressLengths)];

/** Typed addresses of the form; an unticked section is null. */
export function addressesOfForm(form: FormData, event: AddressEvent): AddressInput {
  const part = (name: AddressPart): DraftAddress => {
    const address: DraftAddress = {};
    for (const field of fieldNames) {
      const value = form.get(`${name}.${field}`);
      if (typeof value === 'string' && value !== '') address[field] = value.slice(0, 500);
    }
    return address;
  };
  const hasDelivery = offersDelivery(event) && form.has(partBoxes.delivery);
  return {
    contactAddress: part('contact'),
    deliveryAddress: hasDelivery ? part('delivery') : null,
    invoiceAddress: form.has(partBoxes.invoice) ? part('invoice') : null,
  };
}

export const offersDelivery = (event: AddressEvent): boolean =>
  event.needsContactAddress && event.allowDifferentDeliveryAddress;

/** Address from a draft; null without a name. An empty phone number clears its country code. */
export function addressOfDraft(draft: DraftAddress | null): Address | null {
  const text = (name: string) => draft?.[name]?.trim() || null;
  const [firstName, lastName] = [text('firstName'), text('lastName')];
  if (!firstName || !lastName) return null;
  const number = text('phoneNumber');
  const country = text('countryCode');
  return {
    firstName,
    lastName,
    gender: salutations.find((gender) => gender === text('gender')) ?? null,
    titlePrefix: text('titlePrefix'),
    titleSuffix: text('titleSuffix'),
    companyName: text('companyName'),
    vatId: vatIdOf(text('vatId') ?? '', country) || text('vatId'),
    sportsClub: text('sportsClub'),
    street: text('street'),
    houseNumber: text('houseNumber'),
    additional: text('additional'),
    zipCode: text('zipCode'),
    city: text('city'),
    countryCode: isCountry(country) ? country : null,
    phoneNumber: number ? { countryCode: text('phoneCountryCode') ?? '', number } : null,
  };
}

const isCountry = (code: string | null): boolean => /^[A-Z]{2}$/.test(code ?? '');

/** Form texts of a stored address; the phone number in international form. */
export function draftOfAddress(address: Address): DraftAddress {
  const { phoneNumber, ...texts } = address;
  const draft: DraftAddress = {};
  for (const [name, value] of Object.entries(texts)) if (typeof value === 'string') draft[name] = value;
  if (phoneNumber?.number) draft.phoneNumber = `${phoneNumber.countryCode} ${phoneNumber.number}`.trim();
  return draft;
}

/** `phone` and `phoneCountry` are set by the server, which knows all number formats. */
export type AddressError = 'required' | 'tooLong' | 'vatId' | 'phone' | 'phoneCountry' | 'webAddress';
export type AddressErrors = Record<string, AddressError>;

/** Errors by field. `postal`: street and town are required. */
export function addressErrors(draft: DraftAddress, { postal }: { postal: boolean }): AddressErrors {
  const text = (name: string) => draft[name]?.trim() ?? '';
  const isFirm = ['company', 'association'].includes(text('gender'));
  const needed = [
    'firstName',
    'lastName',
    ...(isFirm ? ['companyName'] : []),
    ...(postal ? ['street', 'zipCode', 'city'] : []),
  ];
  const errors: AddressErrors = {};
  for (const [name, maxLength] of Object.entries(lengths)) {
    if (text(name) === '' && needed.includes(name)) errors[name] = 'required';
    else if (text(name).length > maxLength) errors[name] = 'tooLong';
  }
  if (postal && !isCountry(text('countryCode'))) errors.countryCode = 'required';
  if (vatIdOf(text('vatId'), text('countryCode')) === null) errors.vatId ??= 'vatId';
  return errors;
}

export function addressInputErrors(input: AddressInput, event: AddressEvent): AddressErrors {
  const parts = {
    contact: input.contactAddress ?? {},
    delivery: offersDelivery(event) ? input.deliveryAddress : null,
    invoice: input.invoiceAddress,
  };
  const errors: AddressErrors = {};
  for (const part of addressParts) {
    const draft = parts[part];
    if (!draft) continue;
    const found = addressErrors(draft, { postal: part !== 'contact' || event.needsContactAddress });
    for (const [name, error] of Object.entries(found)) errors[`${part}.${name}`] = error;
  }
  return errors;
}
