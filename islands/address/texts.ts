import type { AddressError, AddressPart } from '#modules/orders/rules/draft-address.ts';

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
};
export type AddressTexts = {
  intro: string;
  choose: string;
  optional: string;
  faults: Record<AddressError, string>;
  /** A postcode that looks odd; only ever a question. */
  oddPostcode: string;
  /** With `{field}` and `{error}`. */
  summary: Record<AddressPart, string>;
};
