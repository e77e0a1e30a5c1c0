import type { DraftFault } from '#modules/orders/rules/draft-check.ts';

/** Finished texts of the participants' step. `{number}` is a place's number, filled in where it is shown. */
export type StepTexts = {
  optional: string;
  person: string;
  member: string;
  teamNumber: string;
  teamName: string;
  teamNameHint: string;
  /** With `{title}` and `{name}`. */
  titleNamed: string;
  remove: string;
  /** With `{name}`. */
  removeNamed: string;
  removeTeam: string;
  addMember: string;
  copy: string;
  me: string;
  firstName: string;
  lastName: string;
  birthDate: string;
  datePlaceholder: string;
  gender: string;
  genders: { value: string; label: string }[];
  choose: string;
  nationality: string;
  email: string;
  emailHint: string;
  /** For members of a team whose first member's address counts for all. */
  emailHintTeam: string;
  oncePerTeam: string;
  known: { choose: string; button: string };
  move: string;
  voucherOnly: string;
  /** For 1, 2, 3 … tickets left, as far as those are few. */
  fewLeft: string[];
  /** All that are left are in the basket. */
  noMore: string;
  faults: Record<DraftFault, string>;
};
export type CompetitionTexts = {
  facts: string;
  /** With `{price}`, as the sum of a team has it too. */
  price: string;
  pricePerTeam: string;
  add: string;
  addAnother: string;
  none: string;
  /** The size of a team with `{count}`. */
  faults: { age: string; gender: string; teamSize: string };
};
