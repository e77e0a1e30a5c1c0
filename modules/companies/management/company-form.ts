import { type Field, type FormSpec, formOf, text } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import { billingRhythms } from '../rules/company.ts';

const short = (name: string, maxLength: number): Field => ({
  ...text(name),
  control: { maxLength, autoComplete: 'off' },
});
const needed = (name: string, maxLength: number): Field => ({ ...short(name, maxLength), required: true });

export const companyForm: FormSpec = formOf('companies', [
  {
    name: 'company',
    fields: [
      needed('name', 150),
      { name: 'contactEmail', kind: 'email', required: true, control: { autoComplete: 'off' } },
      { name: 'language', kind: 'choice', required: true, values: ['de', 'en-us'] },
    ],
  },
  {
    name: 'address',
    fields: [
      needed('address.firstName', 100),
      { ...needed('address.lastName', 100), beside: true },
      needed('address.street', 150),
      { ...short('address.houseNumber', 20), beside: true },
      needed('address.zipCode', 20),
      { ...needed('address.city', 100), beside: true },
      { name: 'address.countryCode', kind: 'country', required: true },
      short('address.vatId', 20),
    ],
  },
  {
    name: 'agreed',
    fields: [
      { name: 'limit', kind: 'money', required: true },
      { name: 'paymentDays', kind: 'number', required: true, beside: true },
      { name: 'billing', kind: 'choice', required: true, values: billingRhythms },
      { name: 'isClosed', kind: 'flag' },
    ],
  },
  { name: 'members', fields: [{ name: 'members', kind: 'lines', height: 6 }] },
]);

export const newCompany: FormRecord = {
  ...{ language: 'de', paymentDays: 14, limit: 100_000, billing: 'byHand', members: [] },
  address: { countryCode: 'AT' },
};
