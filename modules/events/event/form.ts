import type { GroupSpec } from '../forms/specs.ts';
import { choice, flag, long, moment, money, number, text } from '../forms/specs.ts';
import { eventKinds } from '../shapes.ts';

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
