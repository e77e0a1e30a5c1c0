import type { DraftFault } from '#modules/orders/rules/draft-check.ts';
import type { ItemNames } from '#modules/orders/rules/live-price.ts';
import type { VoucherBoxTexts } from '#src/ui/voucher-box.tsx';

/** Finished texts of the participants' step. `{number}` is a place's number, filled in where it is shown. */
export type StepTexts = {
  next: string;
  back: string;
  details: string;
  empty: string;
  noPrice: string;
  requiredNote: string;
  optional: string;
  errorsTitle: string;
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
  move: { open: string; label: string; button: string };
  /** Before articles are cleared: `text` with `{title}`, a line with `{name}` and `{articles}`, an article with its figures. */
  question: {
    title: string;
    text: string;
    line: string;
    article: string;
    articleOf: string;
    yes: string;
    no: string;
  };
  /** With `{competition}` and `{price}`. */
  newPrice: string;
  voucherOnly: string;
  summary: { title: string; total: string; note: string };
  itemNames: ItemNames;
  /** For 1, 2, 3 … tickets left, as far as those are few. */
  fewLeft: string[];
  /** All that are left are in the basket. */
  noMore: string;
  vouchers: {
    box: VoucherBoxTexts;
    messages: Record<string, string>;
    /** With `{name}`. */
    onlyWithVoucher: string;
    onlyWithVoucherNameless: string;
    toBox: string;
  };
  faults: Record<DraftFault, string>;
  problems: Record<string, string>;
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
