import { type Instant, instant, minutes } from '#src/kernel/time.ts';

/** Up to three prices, each until the next begins. */
export type PriceSteps = {
  price: number | null;
  firstUntil: Instant | null;
  secondPrice: number | null;
  secondUntil: Instant | null;
  thirdPrice: number | null;
};
/** Null is open. */
export const pricePer = ['person', 'team'] as const;
/** Prices are stored per person; a price per team needs teams of one size. */
export type FirstTeam = {
  type?: 'single' | 'team' | undefined;
  firstTeamSize: number | null;
  /** Null: as `firstTeamSize`. */
  firstTeamSizeMax: number | null;
  pricePer: (typeof pricePer)[number];
};
const priceNames = ['price', 'secondPrice', 'thirdPrice'] as const;

export const teamOf = ({ firstTeamSize, firstTeamSizeMax }: FirstTeam) => ({
  minTeamSize: firstTeamSize ?? 1,
  maxTeamSize: firstTeamSizeMax ?? firstTeamSize ?? 1,
});
const isPerTeam = ({ type, pricePer }: FirstTeam): boolean => type === 'team' && pricePer === 'team';

/** Errors by field, as locale keys. A team price that leaves a remainder is refused, so that no cent is lost or added. */
export function teamErrors(team: FirstTeam & PriceSteps): Record<string, string> {
  const { type, firstTeamSize: size, firstTeamSizeMax } = team;
  if (type !== 'team') return {};
  if (size === null) return { firstTeamSize: 'ui.form.missing' };
  if (firstTeamSizeMax !== null && firstTeamSizeMax < size) return { firstTeamSizeMax: 'events.error.maxBelowMin' };
  if (!isPerTeam(team)) return {};
  if (firstTeamSizeMax !== null && firstTeamSizeMax !== size) return { pricePer: 'events.error.teamPriceSizes' };
  const uneven = priceNames.filter((name) => (team[name] ?? 0) % size !== 0);
  return Object.fromEntries(uneven.map((name) => [name, 'events.error.teamPriceUneven']));
}

type SaleTime = { from: Instant | null; to: Instant | null };
type FirstPrice = { price: number; availableFrom: Instant | null; availableTo: Instant | null };

/** Errors by field, as locale keys. */
export function stepErrors(steps: PriceSteps, sale: SaleTime): Partial<Record<keyof PriceSteps, string>> {
  const { firstUntil, secondPrice, secondUntil, thirdPrice } = steps;
  const isThird = secondUntil !== null || thirdPrice !== null;
  const isSecond = isThird || firstUntil !== null || secondPrice !== null;
  const missing = (name: keyof PriceSteps, isNeeded: boolean) =>
    isNeeded && steps[name] === null ? { [name]: 'ui.form.missing' } : {};
  const follows = (name: keyof PriceSteps, at: Instant | null, before: Instant | null) =>
    at !== null && before !== null && at <= before ? { [name]: 'events.error.stepOrder' } : {};
  const last = secondUntil ?? firstUntil;
  return {
    ...missing('price', isSecond),
    ...missing('firstUntil', isSecond),
    ...missing('secondPrice', isSecond),
    ...missing('secondUntil', isThird),
    ...missing('thirdPrice', isThird),
    ...(last !== null && sale.to !== null && last >= sale.to
      ? { [secondUntil === null ? 'firstUntil' : 'secondUntil']: 'events.error.stepAfterSale' }
      : {}),
    ...follows('firstUntil', firstUntil, sale.from),
    ...follows('secondUntil', secondUntil, firstUntil),
  };
}

/** Consecutive prices without gaps, from begin to end of the sale. */
export function firstPrices(steps: PriceSteps & FirstTeam, { from, to }: SaleTime): FirstPrice[] {
  const share = isPerTeam(steps) ? teamOf(steps).minTeamSize : 1;
  const { price, firstUntil, secondPrice, secondUntil, thirdPrice } = steps;
  if (price === null) return [];
  const after = (end: Instant): Instant => instant(end + minutes(1));
  const all: FirstPrice[] = [{ price: price / share, availableFrom: from, availableTo: firstUntil ?? to }];
  if (firstUntil !== null && secondPrice !== null)
    all.push({ price: secondPrice / share, availableFrom: after(firstUntil), availableTo: secondUntil ?? to });
  if (secondUntil !== null && thirdPrice !== null)
    all.push({ price: thirdPrice / share, availableFrom: after(secondUntil), availableTo: to });
  return all;
}
