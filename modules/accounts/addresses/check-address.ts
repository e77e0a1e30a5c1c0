import { type FieldErrors, refuseFields } from '#src/kernel/problem.ts';
import type { Address } from '../rules/address.ts';
import { vatIdOf } from '../rules/vat-id.ts';
import { readPhone } from './phone.ts';

/** Addresses by what a form or a call names them. */
type Addresses = Readonly<Record<string, Address | null | undefined>>;

/**
 * Addresses as they are stored: the telephone number in two parts, the VAT id in one way to write it. What stands in
 * `stored` already is taken as it is, for it may be older than these rules; so is a number of which nobody knows the
 * country.
 * @throws Problem VALIDATION_FAILED for a number or VAT id that cannot be one
 */
export function checkedAddresses<A extends Addresses>(sent: A, stored: Addresses = {}): A {
  const errors: FieldErrors = {};
  const checked = Object.entries(sent).map(([name, address]) => [
    name,
    address ? tidied(address, `${name}.`, errors, stored[name]) : address,
  ]);
  if (Object.keys(errors).length > 0) refuseFields(errors);
  return Object.fromEntries(checked) as A;
}

/** One that a call sends as its whole body. */
export function checkedAddress(address: Address): Address {
  const errors: FieldErrors = {};
  const checked = tidied(address, '', errors, null);
  return Object.keys(errors).length > 0 ? refuseFields(errors) : checked;
}

function tidied(address: Address, path: string, errors: FieldErrors, stored: Address | null | undefined): Address {
  const result = { ...address };
  if (address.phoneNumber && !isSame(address.phoneNumber, stored?.phoneNumber)) {
    const read = readPhone(address.phoneNumber, address.countryCode);
    if ('phone' in read) result.phoneNumber = read.phone;
    else if (read.error === 'phone') errors[`${path}phoneNumber.number`] = ['phone'];
  }
  if (address.vatId && !isSame(address.vatId, stored?.vatId)) {
    const vatId = vatIdOf(address.vatId, address.countryCode);
    if (vatId === null) errors[`${path}vatId`] = ['vatId'];
    else result.vatId = vatId || null;
  }
  return result;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
