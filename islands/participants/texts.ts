import type { DraftErrorTexts } from '#modules/orders/rules/draft-check.ts';
import type { ParticipantField } from '#modules/orders/rules/participant.ts';
import type { Option } from '#src/ui/field.tsx';
import type { TextKeys, Texts } from '#src/web/island-texts.ts';

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
  noMore: 'orders.competition.noMore',
  noMoreAtPrice: 'orders.competition.noMoreAtPrice',
  others: 'orders.competition.others',
} as const satisfies TextKeys;

export type PersonTexts = {
  optional: string;
  choose: string;
  datePlaceholder: string;
  oncePerTeam: string;
  labels: Record<ParticipantField, string>;
  options: Partial<Record<ParticipantField, readonly Option[]>>;
};

export type StepTexts = PersonTexts &
  Texts<typeof stepKeys> & {
    /** For 1, 2, 3 … remaining tickets. */
    fewLeft: string[];
    fewLeftAtPrice: string[];
    errors: DraftErrorTexts;
    mostPeople: number;
    tooMany: string;
  };
export type CompetitionTexts = {
  facts: string;
  price: string;
  pricePerTeam: string;
  add: string;
  addAnother: string;
  none: string;
  atThisPrice: boolean;
  errors: { age: string; gender: string; teamSize: string };
};
