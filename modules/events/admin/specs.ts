import type { Option } from '#src/ui/field.tsx';
import type { CatalogCompetition } from '../rules/catalog.ts';
import { eventKinds } from '../shapes.ts';
import type { FieldSpec, GroupSpec } from './form.tsx';

/** The fields of the management forms, in the order in which an organizer thinks of them. */
const text = (name: string, required = false): FieldSpec => ({ name, kind: 'text', required });
const long = (name: string): FieldSpec => ({ name, kind: 'long' });
const flag = (name: string): FieldSpec => ({ name, kind: 'flag' });
const money = (name: string, required = false): FieldSpec => ({ name, kind: 'money', required });
const number = (name: string, required = false): FieldSpec => ({ name, kind: 'number', required });
const moment = (name: string, required = false): FieldSpec => ({ name, kind: 'dateTime', required });
const choice = (name: string, values: readonly string[]): FieldSpec => ({
  name,
  kind: 'choice',
  values,
  required: true,
});

export const newEventGroups: readonly GroupSpec[] = [
  {
    name: 'basics',
    fields: [
      text('title', true),
      choice('kind', eventKinds),
      text('location'),
      moment('startTimestamp', true),
      moment('endTimestamp', true),
      long('description'),
    ],
  },
];

export const eventGroups: readonly GroupSpec[] = [
  ...newEventGroups,
  {
    name: 'sale',
    fields: [
      { name: 'vat', kind: 'percent', required: true },
      money('processingFee', true),
      money('defaultShippingCost', true),
      number('onlinePaymentHoldMinutes', true),
      flag('paymentInAdvancePossible'),
      number('bankTransferHoldDays'),
      flag('soldOut'),
      flag('canceled'),
    ],
  },
  {
    name: 'people',
    fields: [
      flag('needsName'),
      flag('needsContactAddress'),
      flag('allowDifferentDeliveryAddress'),
      flag('adoptTeamEmail'),
      flag('useAlternateTranslation'),
      flag('generateInvoice'),
      moment('userEditTillTime'),
    ],
  },
  { name: 'conditions', fields: [long('conditions'), long('additionalConditions'), long('pdfDescription')] },
];

export const competitionGroups: readonly GroupSpec[] = [
  {
    name: 'competition',
    fields: [
      text('title', true),
      choice('type', ['single', 'team']),
      moment('timestamp', true),
      moment('endTimestamp'),
      text('location'),
      number('totalTicketCount', true),
      long('description'),
      { name: 'disciplines', kind: 'lines' },
      flag('withShipping'),
      number('sortOrder', true),
    ],
  },
  {
    name: 'limits',
    fields: [
      choice('gender', ['both', 'female', 'male']),
      number('minAge', true),
      number('maxAge', true),
      choice('ageCheckMode', ['dayOfCompetition', 'ageGroup', 'givenDate', 'yearEndBefore', 'yearEndAfter']),
      { name: 'ageCheckDate', kind: 'date' },
      flag('disableAgeCheck'),
      number('minTeamSize', true),
      number('maxTeamSize', true),
    ],
  },
];

export const priceGroups: readonly GroupSpec[] = [
  {
    name: 'price',
    fields: [
      money('price', true),
      number('quantity', true),
      moment('availableFrom'),
      moment('availableTo'),
      number('priceOrder', true),
      flag('onlyBuyableWithVoucher'),
    ],
  },
];

const offeredIn = (competitions: readonly CatalogCompetition[]): FieldSpec => ({
  name: 'competitionIds',
  kind: 'choices',
  options: competitions.map(({ id, title }): Option => ({ value: String(id), label: title })),
});

export const articleGroups = (competitions: readonly CatalogCompetition[]): readonly GroupSpec[] => [
  {
    name: 'article',
    fields: [
      text('name', true),
      choice('type', ['normal', 'free', 'donation']),
      money('price', true),
      { name: 'vat', kind: 'percent' },
      offeredIn(competitions),
      flag('teamArticle'),
    ],
  },
  {
    name: 'amounts',
    fields: [
      number('minAmountPerParticipant'),
      number('maxAmountPerParticipant'),
      number('minAmountPerTeam'),
      number('maxAmountPerTeam'),
    ],
  },
  { name: 'donation', fields: [money('minPrice'), money('maxPrice'), money('recommendedPrice')] },
];

export const variantGroups: readonly GroupSpec[] = [
  {
    name: 'variant',
    fields: [text('name'), number('availableAmount', true), number('sortOrder', true)],
  },
];

export const protectionGroups: readonly GroupSpec[] = [
  { name: 'protection', fields: [text('title', true), money('price', true), long('description')] },
];

export const fieldGroups = (competitions: readonly CatalogCompetition[]): readonly GroupSpec[] => [
  {
    name: 'field',
    fields: [
      text('nameDe', true),
      text('nameEn'),
      choice('fieldType', ['select', 'text', 'textarea', 'number', 'date', 'checkbox']),
      { name: 'options', kind: 'lines' },
      text('defaultValue'),
      flag('isRequired'),
      flag('adoptPrevious'),
      flag('editableOnlyOncePerTeam'),
      flag('includeInConfirmationPdf'),
      offeredIn(competitions),
      number('formFieldOrder', true),
      text('rrName'),
    ],
  },
];
