import type { DraftErrorTexts } from '#modules/orders/rules/draft-check.ts';
import type { TextKeys, Texts } from '#src/web/island-texts.ts';
import type { PersonTexts } from './person-fields.tsx';

/** `{number}` is a position, filled in when shown. */
export const stepKeys = {
  person: 'orders.participants.person',
  member: 'orders.participants.member',
  teamNumber: 'orders.participants.team',
  teamName: 'orders.participants.teamName',
  teamNameHint: 'orders.participants.teamNameHint',
  titleNamed: 'people.titleNamed',
  edit: 'people.edit',
  remove: 'ui.form.remove',
  removeNamed: 'people.removeNamed',
  removeTeam: 'orders.participants.removeTeam',
  addMember: 'orders.participants.addMember',
  copy: 'orders.participants.copy',
  me: 'orders.participants.me',
  emailHint: 'orders.participants.emailHint',
  // For members whose first member's address counts for all.
  emailHintTeam: 'people.emailHintTeam',
  known: 'people.known.choose',
  move: 'people.move.open',
  instead: 'people.instead',
  voucherOnly: 'events.price.voucherOnly',
  // All remaining ones are in the basket.
  noMore: 'orders.competition.noMore',
  noMoreAtPrice: 'orders.competition.noMoreAtPrice',
  others: 'orders.competition.others',
} as const satisfies TextKeys;

export type StepTexts = PersonTexts &
  Texts<typeof stepKeys> & {
    /** For 1, 2, 3 … remaining tickets. */
    fewLeft: string[];
    fewLeftAtPrice: string[];
    errors: DraftErrorTexts;
    /** People per order. */
    mostPeople: number;
    tooMany: string;
  };
export type CompetitionTexts = {
  facts: string;
  /** With `{price}`; also for the sum of a team. */
  price: string;
  pricePerTeam: string;
  add: string;
  addAnother: string;
  none: string;
  /** More places follow at another price. */
  atThisPrice: boolean;
  /** Team size with `{count}`. */
  errors: { age: string; gender: string; teamSize: string };
};
