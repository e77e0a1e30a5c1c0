import { methodNames, type OnlineMethod, usualMethods } from '#src/kernel/payment-methods.ts';
import type { Option } from '#src/ui/field.tsx';
import {
  choice,
  end,
  type Field,
  type FieldGroup,
  type FormSpec,
  flag,
  formOf,
  long,
  moment,
  money,
  number,
  text,
} from '#src/web/forms/fields.ts';
import { type Catalog, withPercent } from '../rules/catalog.ts';
import { askSettings, asksLevels } from '../rules/event-flags.ts';
import { eventKinds } from '../shapes.ts';

const lines = (name: string): Field => ({ name, kind: 'lines' });

const basics: readonly Field[] = [
  text('title', true),
  choice('kind', eventKinds),
  text('location'),
  moment('startTimestamp', true),
  end('endTimestamp', true),
  { name: 'timeZone', kind: 'zone', required: true },
  long('description'),
];

const basicsGroup: FieldGroup = { name: 'basics', fields: basics };

/** More competitions are created on their own page. */
export const maxFirstCompetitions = 12;

/** The schema decides which fields are required. */
export const firstCompetitionFields: readonly Field[] = [
  text('title'),
  { ...number('totalTicketCount'), hint: 'firstPlaces' },
  { ...money('price'), hint: 'firstPrice' },
  { ...moment('timestamp'), hint: 'firstStart' },
  { ...choice('type', ['single', 'team']), hint: 'firstType', given: true },
  number('firstTeamSize'),
  number('firstTeamSizeMax'),
  { ...choice('pricePer', ['person', 'team']), given: true },
  end('firstUntil'),
  money('secondPrice'),
  end('secondUntil'),
  money('thirdPrice'),
];

export const newEventForm: FormSpec = formOf('events', [
  {
    name: 'basics',
    fields: [
      text('title', true),
      choice('kind', eventKinds),
      text('location'),
      { ...moment('startTimestamp', true), hint: 'firstEventStart' },
      end('endTimestamp'),
      moment('saleFrom'),
      end('saleTo'),
      { name: 'vat', kind: 'percent', given: true },
    ],
  },
  { name: 'competitions', fields: [{ name: 'competitions', kind: 'rows', columns: firstCompetitionFields }] },
  {
    name: 'furthermore',
    folded: true,
    fields: [
      { name: 'timeZone', kind: 'zone', required: true, given: true },
      long('description'),
      { ...number('bankTransferHoldDays'), given: true },
    ],
  },
]);
/** Default of the form. API calls without a value wait for ever. */
export const newEventHoldDays = 10;

export const sections = ['basics', 'sale', 'people', 'texts', 'shipping', 'look'] as const;
export type Section = (typeof sections)[number];
export const isSection = (text: string): text is Section => (sections as readonly string[]).includes(text);

const methodOptions = (methods: readonly OnlineMethod[]): readonly Option[] =>
  methods.map((method) => ({ value: method, label: methodNames[method] }));

/** `online`: the payment methods of the platform. */
export function sectionForm(
  section: Section,
  { isSuperAdmin, online = [] }: { isSuperAdmin: boolean; online?: readonly OnlineMethod[] },
): FormSpec {
  const groups: Record<Section, readonly FieldGroup[]> = {
    basics: [basicsGroup],
    sale: [
      {
        name: 'state',
        fields: [flag('soldOut'), flag('canceled'), number('freePlacesPerAccount')],
      },
      {
        name: 'money',
        fields: [
          { name: 'vat', kind: 'percent', required: true },
          money('processingFee', true),
          // Only the platform sets this fee.
          ...(isSuperAdmin ? [money('organizerProcessingFee', true)] : []),
          flag('generateInvoice'),
        ],
      },
      {
        name: 'payment',
        fields: [
          ...(online.length > 0
            ? [{ name: 'paymentMethods', kind: 'choices', options: methodOptions(online) } as const]
            : []),
          number('onlinePaymentHoldMinutes', true),
          flag('paymentInAdvancePossible'),
          number('bankTransferHoldDays'),
          flag('cashAtDesk'),
          money('deskSurcharge'),
          flag('companyAccounts'),
        ],
      },
    ],
    people: [
      {
        name: 'buyer',
        fields: [
          flag('needsName'),
          flag('needsContactAddress'),
          flag('allowDifferentDeliveryAddress'),
          flag('offersNewsletter'),
        ],
      },
      {
        name: 'starters',
        fields: [
          ...askSettings.map((name) => choice(name, asksLevels)),
          flag('asksClub'),
          flag('adoptTeamEmail'),
          end('userEditTillTime'),
          flag('noChangelink'),
          flag('needsBibForMail'),
          flag('newTicketForNewEmail'),
        ],
      },
    ],
    texts: [
      { name: 'conditions', fields: [long('conditions'), long('additionalConditions')] },
      { name: 'wording', fields: [long('pdfDescription'), flag('useAlternateTranslation')] },
    ],
    shipping: [
      {
        name: 'shipping',
        fields: [
          money('defaultShippingCost', true),
          {
            name: 'shippingCountries',
            kind: 'rows',
            columns: [
              { name: 'countryCode', kind: 'country', required: true },
              { name: 'cost', kind: 'money', required: true },
            ],
          },
        ],
      },
    ],
    look: [
      { name: 'whiteLabel', fields: [text('whiteLabel'), { name: 'accentColor', kind: 'colour' }] },
      { name: 'counting', fields: [lines('googleAnalyticsTrackingCodes'), lines('facebookPixels')] },
    ],
  };
  return formOf('events', groups[section]);
}

export const eventRecord = ({ event, shippingCosts }: Catalog): Readonly<Record<string, unknown>> => ({
  ...withPercent(event),
  paymentMethods: event.paymentMethods ?? usualMethods,
  shippingCountries: shippingCosts,
});
