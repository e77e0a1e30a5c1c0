import { draftPrice } from '#modules/booking/rules/draft-vouchers.ts';
import type { PricedBasket } from '#modules/orders/rules/pricing.ts';
import { quote } from '#modules/orders/rules/quote.ts';
import { article, basket, catalog, competition, now, price, shirts, voucher } from '#modules/orders/rules/testing.ts';
import { cents } from '#src/kernel/money.ts';
import type { Bench, Row } from './support/rows.ts';

const times = 10_000;

/** Two relays of four and two singles, six of them with articles: ten people and three codes of three ranks. */
const shop = catalog(
  {
    competitions: [
      competition({ withShipping: true }),
      competition({ id: 11, type: 'team', prices: [price({ id: 2, price: cents(2000) })] }),
    ],
    articles: [article({ competitionIds: [], variants: [{ id: 30, name: 'M', total: 900, sold: 0, sortOrder: 1 }] })],
  },
  { processingFee: cents(150) },
);
let people = 0;
const somebody = () => {
  const localId = `p${people++}`;
  const articles = people > 6 ? [] : [shirts(2, { uniqueLocalId: `s${localId}` })];
  return { localId, articles, competitionPriceId: null };
};
const team = (competitionId: number, size: number): PricedBasket['teams'][number] => ({
  competitionId,
  participants: Array.from({ length: size }, somebody),
});
const held = [
  voucher({ id: 1, code: 'ALL', target: 'event', amount: 1000, useType: 'multi' }),
  voucher({ id: 2, code: 'TEAM', target: 'team', unit: 'fixed', amount: 1000 }),
  voucher({ id: 3, code: 'ORDER', target: 'order', unit: 'fixed', amount: 555 }),
];
const codes = held.map(({ code }) => code);
const wanted = { ...basket(), teams: [team(11, 4), team(11, 4), team(10, 1), team(10, 1)] };
const withCodes = { ...wanted, appliedVouchers: codes.map((code) => ({ code })) };

/** What 10,000 prices cost, as a booking and as a page that weighs the codes somebody typed. */
export default {
  name: 'quotes',
  async run(): Promise<Row[]> {
    const measured = (what: string, run: () => unknown): Row => {
      for (let warm = 0; warm < 1000; warm++) run();
      const began = performance.now();
      for (let done = 0; done < times; done++) run();
      const value = (performance.now() - began) / 1000;
      return { what, value, unit: `s for ${times.toLocaleString('en-US')}`, better: 'lower' };
    };
    return [
      measured('ten people, no voucher', () => quote(shop, wanted, [], now)),
      measured('ten people, three vouchers', () => quote(shop, withCodes, held, now)),
      measured('ten people, three codes weighed', () => draftPrice(shop, wanted, codes, held, now)),
    ];
  },
} satisfies Bench;
