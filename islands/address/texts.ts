import type { AddressError, AddressPart } from '#modules/orders/rules/draft-address.ts';
import type { TextKeys, Texts } from '#src/web/island-texts.ts';

type Option = { value: string; label: string };
export type AddressField = {
  name: string;
  label: string;
  value: string;
  autoComplete: string;
  /** A choice of `choices` or of countries; without it a text field. */
  choices?: 'countries' | Option[];
  isRequired?: boolean;
  isShort?: boolean;
  isPhone?: boolean;
  hint?: string;
};
export type AddressPartProps = {
  part: AddressPart;
  legend: string;
  box: { name: string; label: string; hint: string; isTicked: boolean } | null;
  rows: AddressField[][];
  /** Rarely needed fields, folded. */
  more: { label: string; rows: AddressField[][] } | null;
  /** A complete address: its lines, and the label that opens the fields. */
  known?: { lines: string[]; change: string } | null;
};

export const addressKeys = {
  intro: 'orders.address.intro',
  choose: 'ui.form.choose',
  optional: 'ui.form.optional',
  errors: {
    required: 'ui.form.missing',
    tooLong: 'orders.error.tooLong',
    vatId: 'problem.field.vatId',
    phone: 'problem.field.phone',
    phoneCountry: 'orderAddress.phoneCountry',
    webAddress: 'problem.field.webAddress',
  } satisfies Record<AddressError, TextKeys[string]>,
  oddPostcode: 'orderAddress.oddPostcode',
  summary: {
    contact: 'orderAddress.error.contact',
    delivery: 'orders.address.deliveryError',
    invoice: 'orderAddress.error.invoice',
  } satisfies Record<AddressPart, TextKeys[string]>,
} as const satisfies TextKeys;
export type AddressTexts = Texts<typeof addressKeys>;
