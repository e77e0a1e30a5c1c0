import type { AddressError, AddressPart } from '#modules/orders/rules/draft-address.ts';
import type { TextKeys, Texts } from '#src/web/island-texts.ts';

type Option = { value: string; label: string };
/** One field as the step shows it; all texts are finished. */
export type AddressField = {
  name: string;
  label: string;
  value: string;
  autoComplete: string;
  /** A choice of `choices`, or of the countries; without it a text is typed. */
  choices?: 'countries' | Option[];
  isRequired?: boolean;
  isShort?: boolean;
  isPhone?: boolean;
  hint?: string;
};
export type AddressPartProps = {
  part: AddressPart;
  legend: string;
  /** What one ticks to name this address at all. */
  box: { name: string; label: string; hint: string; isTicked: boolean } | null;
  rows: AddressField[][];
  /** What few people need, behind a word. */
  more: { label: string; rows: AddressField[][] } | null;
  /** A whole address that is known: its lines, and the word that opens the fields. */
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
  // A postcode that looks odd; only ever a question.
  oddPostcode: 'orderAddress.oddPostcode',
  summary: {
    contact: 'orderAddress.error.contact',
    delivery: 'orders.address.deliveryError',
    invoice: 'orderAddress.error.invoice',
  } satisfies Record<AddressPart, TextKeys[string]>,
} as const satisfies TextKeys;
export type AddressTexts = Texts<typeof addressKeys>;
