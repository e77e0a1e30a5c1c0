import type { DraftError } from '#modules/orders/rules/draft-check.ts';
import type { PersonTexts } from './person-fields.tsx';

/** Finished texts of the participants' step. `{number}` is a place's number, filled in where it is shown. */
export type StepTexts = PersonTexts & {
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
  emailHint: string;
  /** For members of a team whose first member's address counts for all. */
  emailHintTeam: string;
  known: { choose: string; button: string };
  move: string;
  voucherOnly: string;
  /** For 1, 2, 3 … tickets left, as far as those are few. */
  fewLeft: string[];
  /** All that are left are in the basket. */
  noMore: string;
  errors: Record<DraftError, string>;
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
  errors: { age: string; gender: string; teamSize: string };
};
