import type { Catalog, CatalogArticle, CatalogCompetition, CatalogPrice } from '#modules/events/rules/catalog.ts';
import { askSettings, eachFlag, eventFlags } from '#modules/events/rules/event-flags.ts';
import { aCompetition, aPrice } from '#modules/events/testing.ts';
import { type Voucher, voucherTargets } from '#modules/vouchers/rules/voucher.ts';
import { basisPoints, cents } from '#src/kernel/money.ts';
import { Problem } from '#src/kernel/problem.ts';
import { fromIso } from '#src/kernel/time.ts';
import type { PricedBasket } from './pricing.ts';

export const now = fromIso('2026-03-02T09:00:00Z');
export const price = (change: Partial<CatalogPrice> = {}): CatalogPrice =>
  aPrice({ price: cents(2995), quantityTotal: 100, ...change });
export const competition = (change: Partial<CatalogCompetition> = {}): CatalogCompetition =>
  aCompetition({ id: 10, prices: [price()], ...change });
export const article = (change: Partial<CatalogArticle> = {}): CatalogArticle => ({
  id: 20,
  name: 'Shirt',
  picture: null,
  price: cents(2500),
  type: 'normal',
  minPrice: null,
  maxPrice: null,
  recommendedPrice: null,
  vat: null,
  minAmountPerParticipant: null,
  maxAmountPerParticipant: null,
  minAmountPerTeam: null,
  maxAmountPerTeam: null,
  teamArticle: false,
  hasWaitlist: false,
  soldByStartblock: false,
  withdrawalRight: 'goods_14',
  sortOrder: 1,
  competitionIds: [10],
  variants: [{ id: 30, name: 'M', total: 50, sold: 0, sortOrder: 1 }],
  ...change,
});
export const catalog = (change: Partial<Catalog> = {}, event: Partial<Catalog['event']> = {}): Catalog => ({
  quotas: [],
  discounts: [],
  event: {
    id: 1,
    title: 'Donaulauf',
    description: '',
    location: '',
    startTimestamp: fromIso('2026-06-01T06:00:00Z'),
    endTimestamp: fromIso('2026-06-01T18:00:00Z'),
    timeZone: 'Europe/Vienna',
    titlePicture: null,
    whiteLabel: null,
    accentColor: null,
    googleAnalyticsTrackingCodes: [],
    facebookPixels: [],
    conditions: '',
    additionalConditions: '',
    vat: basisPoints(20),
    processingFee: cents(0),
    organizerProcessingFee: cents(0),
    deskSurcharge: null,
    ...eachFlag(askSettings, () => 'optional' as const),
    ...eachFlag(eventFlags, (flag) => ['visible', 'paymentInAdvancePossible'].includes(flag)),
    userEditTillTime: null,
    pdfDescription: '',
    onlinePaymentHoldMinutes: 120,
    bankTransferHoldDays: null,
    freePlacesPerAccount: null,
    placeHoldMinutes: null,
    offerHours: null,
    teamDays: null,
    waitingRoom: false,
    paymentMethods: null,
    defaultShippingCost: cents(490),
    kind: 'running',
    version: 1,
    ...event,
  },
  competitions: [competition()],
  articles: [article()],
  formFields: [],
  cancellationProtections: [{ id: 40, title: 'Storno', description: '', price: cents(500) }],
  shippingCosts: [{ countryCode: 'DE', cost: cents(690) }],
  organizers: [],
  ...change,
});

export type Choice = PricedBasket['teams'][number]['participants'][number]['articles'][number];
export const shirts = (quantity: number, change: Partial<Choice> = {}): Choice => ({
  uniqueLocalId: `a${quantity}`,
  articleId: 20,
  variantId: 30,
  quantity,
  ...change,
});
export const basket = (
  change: Partial<PricedBasket> & { articles?: Choice[]; starters?: number; sent?: number } = {},
): PricedBasket => ({
  teams: Array.from({ length: change.starters ?? 1 }, (_, index) => ({
    competitionId: 10,
    participants: [
      {
        localId: `p${index}`,
        articles: index === 0 ? (change.articles ?? []) : [],
        competitionPriceId: change.sent ?? null,
      },
    ],
  })),
  appliedVouchers: [],
  cancellationProtections: [],
  contactAddress: null,
  deliveryAddress: null,
  ...change,
});
export const refusal = (run: () => unknown): { code: string; details: object } | null => {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, details: error.details };
    throw error;
  }
};

export const voucher = (change: Partial<Voucher> = {}): Voucher => ({
  id: 1,
  eventId: 1,
  code: 'CODE',
  name: 'Gutschein',
  status: 'ready',
  amount: 1000,
  unit: 'percentage',
  target: 'participant',
  useType: 'single',
  validFrom: null,
  validTo: null,
  competitionId: null,
  competitionPriceId: null,
  articleId: null,
  ...change,
});

/** A catalog, a basket and its vouchers as plain JSON, so that a browser can price it too. */
export type Wanted = { shop: Catalog; wanted: PricedBasket; known: Voucher[] };

const prices = [0, 1, 300, 333, 999, 1000, 1999, 2995, 12_345];
const [run, relay, walk] = [10, 11, 12];

/**
 * A random basket: singles and teams of three competitions, several tax rates, up to four vouchers of all kinds, some
 * invalid. Equal rolls (0 up to 1) give equal baskets.
 */
export function anyBasket(roll: () => number): Wanted {
  const between = (from: number, to: number) => from + Math.floor(roll() * (to - from + 1));
  const pick = <T>(things: readonly T[]): T => things[between(0, things.length - 1)] as T;
  const chance = (of: number) => roll() < of;
  const variants = (id: number) => [{ id, name: 'M', total: 900, sold: 0, sortOrder: 1 }];
  const shop = catalog(
    {
      competitions: [
        competition({ id: run, prices: [price({ id: 1, price: cents(pick(prices)) })], withShipping: chance(0.2) }),
        competition({ id: relay, type: 'team', prices: [price({ id: 2, price: cents(pick(prices)) })] }),
        competition({
          id: walk,
          prices: [price({ id: 3, price: cents(pick(prices)), onlyBuyableWithVoucher: chance(0.2) })],
        }),
      ],
      articles: [
        article({ id: 20, price: cents(pick(prices)), competitionIds: [], variants: variants(30) }),
        article({
          id: 21,
          price: cents(pick(prices)),
          competitionIds: [],
          vat: basisPoints(10),
          variants: variants(31),
        }),
        article({ id: 22, type: 'donation', competitionIds: [], variants: variants(32) }),
        article({ id: 23, type: 'free', competitionIds: [], variants: variants(33) }),
      ],
    },
    { processingFee: cents(pick([0, 150])), vat: basisPoints(pick([20, 19, 8.1])) },
  );
  let people = 0;
  let choices = 0;
  const anyPerson = () => ({
    localId: `p${people++}`,
    competitionPriceId: null,
    articles: Array.from({ length: pick([0, 0, 1, 1, 2, 3]) }, () => {
      const articleId = between(20, 23);
      return {
        uniqueLocalId: `a${choices++}`,
        articleId,
        variantId: articleId + 10,
        quantity: between(chance(0.1) ? 0 : 1, 5),
        ...(articleId === 22 ? { unitPrice: pick(prices) } : {}),
      };
    }),
  });
  const teams = Array.from({ length: between(1, 4) }, () => {
    const competitionId = pick([run, run, relay, relay, walk]);
    const size = competitionId === relay ? between(2, 4) : 1;
    return { competitionId, participants: Array.from({ length: size }, anyPerson) };
  });
  const known: Voucher[] = [];
  const appliedVouchers: PricedBasket['appliedVouchers'] = [];
  for (let id = 1, count = between(0, 4); id <= count; id++) {
    const held = anyVoucher(id, pick, chance);
    known.push(held);
    const names = chance(0.4);
    const localId = `p${between(0, chance(0.9) ? people - 1 : people)}`;
    const uniqueLocalId = `a${between(0, Math.max(0, choices - 1))}`;
    const isArticle = chance(0.9) ? held.target === 'article' : chance(0.5);
    const line = isArticle ? { articleUniqueLocalId: uniqueLocalId } : { participantLocalId: localId };
    appliedVouchers.push({ code: chance(0.9) ? held.code : ` ${held.code.toLowerCase()}`, ...(names ? line : {}) });
    if (chance(0.08))
      appliedVouchers.push({ code: held.code, ...(chance(0.5) ? { participantLocalId: localId } : {}) });
  }
  if (chance(0.02)) appliedVouchers.push({ code: 'NOSUCH' });
  return {
    shop,
    known,
    wanted: {
      teams,
      appliedVouchers,
      cancellationProtections: chance(0.2) ? [{ id: 40, price: 500 }] : [],
      contactAddress: null,
      deliveryAddress: { countryCode: 'DE' },
    },
  };
}

function anyVoucher(id: number, pick: <T>(things: readonly T[]) => T, chance: (of: number) => boolean): Voucher {
  const target = pick(voucherTargets);
  const unit = pick(['fixed', 'percentage'] as const);
  const isRestricted = target === 'competition' || ((target === 'participant' || target === 'team') && chance(0.4));
  return voucher({
    id,
    code: `V${id}`,
    name: `Gutschein ${id}`,
    target,
    unit,
    useType: pick(['single', 'multi'] as const),
    amount:
      unit === 'fixed' ? pick([0, 1, 100, 250, 500, 999, 5000, 99_999]) : pick([0, 1, 333, 1000, 3333, 5000, 10_000]),
    competitionId: isRestricted ? pick([run, relay, walk]) : null,
    competitionPriceId: target === 'competitionPrice' ? pick([1, 2, 3]) : null,
    articleId: target === 'article' ? pick([20, 21, 22, 23]) : null,
    eventId: chance(0.01) ? 2 : 1,
    status: chance(0.02) ? pick(['used', 'deactivated'] as const) : 'ready',
    validTo: chance(0.02) ? (((now as number) - 1) as typeof now) : null,
  });
}
