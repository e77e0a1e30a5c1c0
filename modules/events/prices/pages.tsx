import PriceTimeline from '#islands/PriceTimeline.tsx';
import { cents } from '#src/kernel/money.ts';
import { minutes, plus } from '#src/kernel/time.ts';
import { end, type Field, type FormSpec, flag, formOf, moment, money, number, stock } from '#src/web/forms/fields.ts';
import { inputOf } from '#src/web/forms/form-input.ts';
import { Island } from '#src/web/island.tsx';
import { deletionPages, voucherRisks } from '../management/record-deletion.tsx';
import { recordForms } from '../management/record-forms.tsx';
import { sortRoute } from '../management/sort.tsx';
import type { CatalogCompetition, CatalogPrice } from '../rules/catalog.ts';
import { priceName, sentenceOf } from '../rules/price-texts.ts';
import { inPriceOrder, saleRisks, unsavedPrice } from '../rules/price-windows.ts';
import { refuse } from '../rules/problems.ts';
import { quantityLeft } from '../rules/sale.ts';
import { type PriceInput, priceInput } from '../shapes.ts';
import { type Managed, managedCompetition, priceSpeech, sellingOf } from './price-list.tsx';
import { createPrice, updatePrice } from './save-prices.ts';

const formWith = (price: Partial<Field>): FormSpec =>
  formOf('events', [
    {
      name: 'price',
      fields: [
        { ...money('price', true), ...price },
        stock('quantity'),
        moment('availableFrom'),
        end('availableTo'),
        number('priceOrder', true),
        flag('onlyBuyableWithVoucher'),
        flag('hasWaitlist'),
      ],
    },
  ]);
export const priceForm = formWith({});

/** Teams pay per person, as the event page says. */
function formOfCompetition({ competition, call: { i18n } }: Managed): FormSpec {
  if (competition.type === 'single') return priceForm;
  const { minTeamSize: from, maxTeamSize: to } = competition;
  const help =
    from === to ? i18n.t('events.prices.forTeam', { count: from }) : i18n.t('events.prices.forTeams', { from, to });
  return formWith({ label: i18n.t('events.prices.perPerson'), help });
}

/** The competition with this price saved; `price` null: a new one. */
function afterSaving(
  competition: CatalogCompetition,
  price: CatalogPrice | null,
  input: PriceInput,
): CatalogCompetition {
  const before = price ?? unsavedPrice;
  const { quantity, baselineQuantity } = input;
  const left = before.quantityTotal - before.sold;
  const after: CatalogPrice = {
    ...before,
    price: cents(input.price ?? before.price),
    availableFrom: input.availableFrom === undefined ? before.availableFrom : input.availableFrom,
    availableTo: input.availableTo === undefined ? before.availableTo : input.availableTo,
    quantityTotal: before.quantityTotal + (quantity === undefined ? 0 : quantity - (baselineQuantity ?? left)),
    priceOrder: input.priceOrder ?? before.priceOrder,
    onlyBuyableWithVoucher: input.onlyBuyableWithVoucher ?? before.onlyBuyableWithVoucher,
  };
  const others = competition.prices.filter(({ id }) => id !== after.id);
  return { ...competition, prices: inPriceOrder([...others, after]) };
}

const withoutPrice = (competition: CatalogCompetition, priceId: number): CatalogCompetition => ({
  ...competition,
  prices: competition.prices.filter(({ id }) => id !== priceId),
});

/** The form shows the quantity left. */
const priceRecord = (price: CatalogPrice) => ({ ...price, quantity: quantityLeft(price) });

/** A new price begins where the last one ends. */
function freshRecord({ prices }: CatalogCompetition) {
  const last = prices.at(-1)?.availableTo ?? null;
  const availableFrom = last === null ? null : plus(last, minutes(1));
  return { price: 0, quantity: 0, priceOrder: prices.length + 1, availableFrom };
}

/** The list stands on the competition's page. */
const prices = {
  kind: 'price' as const,
  of: managedCompetition,
  rows: ({ catalog, competition }: Managed) =>
    catalog.competitions.find(({ id }) => id === competition.id)?.prices ?? [],
  path: '/admin/tickets/{event}/{competitionId}/prices' as const,
  one: '/admin/tickets/{event}/{competitionId}/prices/{priceId}' as const,
  list: '/admin/tickets/{event}/{competitionId}' as const,
  title: ({ id }: CatalogPrice, { competition, call: { i18n } }: Managed) =>
    i18n.t('events.prices.one', {
      price: priceName(competition.prices, id, i18n.locale),
      competition: competition.title,
    }),
};

const forms = recordForms({
  ...prices,
  name: 'prices',
  newTitle: ({ competition, call: { i18n } }) => i18n.t('events.prices.newOne', { competition: competition.title }),
  deleteText: 'events.admin.deletePrice',
  form: formOfCompetition,
  fresh: ({ competition }) => freshRecord(competition),
  stored: priceRecord,
  newSchema: priceInput,
  changeSchema: priceInput,
  create: createPrice,
  update: updatePrice,
  warn: ({ competitions }, { call, competition: { id } }, price, data) => {
    const competition = competitions.find((each) => each.id === id) ?? refuse('NOT_FOUND');
    const after = afterSaving(competition, competition.prices.find((each) => each.id === price?.id) ?? null, data);
    // The save is refused anyway, with the amount left.
    if (after.prices.some(({ quantityTotal, sold }) => quantityTotal < sold)) return [];
    const speech = priceSpeech(call.i18n);
    return saleRisks(competition, after, call.now).map((risk) => sentenceOf(risk, after.prices, speech));
  },
  showNow: ({ code, details }, state, price, i18n) => {
    if (code !== 'CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE') return null;
    const stored = inputOf(priceForm, priceRecord(price), i18n);
    const left = i18n.number(Number(details.left));
    return {
      ...state,
      stored,
      input: { ...state.input, quantity: stored.quantity ?? '' },
      conflicts: [i18n.t('events.prices.tooFew', { left })],
      status: 409,
    };
  },
  above: ({ call, competition }, price, action) => (
    <Island
      name="PriceTimeline"
      of={PriceTimeline}
      props={{
        selling: sellingOf(competition),
        now: call.now,
        speech: priceSpeech(call.i18n),
        follows: { action, priceId: price?.id ?? 0 },
      }}
    />
  ),
});

export const pricePages = [
  ...forms.routes,
  sortRoute(prices),
  ...deletionPages({
    ...prices,
    deletion: async ({ call, catalog, competition }, price) => {
      const { i18n } = call;
      const title = i18n.t('events.prices.deleteTitle');
      if (price.sold > 0) return { title, text: i18n.t('events.prices.soldText'), button: null };
      const risks = saleRisks(competition, withoutPrice(competition, price.id), call.now);
      const speech = priceSpeech(i18n);
      return {
        title,
        text: i18n.t('events.prices.deleteText', { price: priceName(competition.prices, price.id, i18n.locale) }),
        button: i18n.t('events.admin.deletePrice'),
        risks: [
          ...risks.map((risk) => sentenceOf(risk, competition.prices, speech)),
          ...(await voucherRisks(call, i18n, catalog.event.id, { priceId: price.id })),
        ],
      };
    },
  }),
];
