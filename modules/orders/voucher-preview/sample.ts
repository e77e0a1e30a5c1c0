import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { Voucher, VoucherTerms } from '#modules/vouchers/rules/voucher.ts';
import { basisPointsOf, type Cents, cents, sumCents } from '#src/kernel/money.ts';
import { percentRoundedUp, priceBeforePercentage } from '#src/kernel/rounding.ts';
import type { Instant } from '#src/kernel/time.ts';
import { isOfferedFor } from '../rules/article-lines.ts';
import type { BookingArticle } from '../rules/booking.ts';
import type { LivePrice, PricedBasket, Quote } from '../rules/pricing.ts';
import { livePrice } from '../rules/quote.ts';

/**
 * Starters by competition (of a team: members) and pieces by variant, without zeros. `wrong`: invalid input by field
 * with the maximum; it counts as 0.
 */
export type Sample = {
  starters: ReadonlyMap<number, number>;
  pieces: ReadonlyMap<number, number>;
  problem: ReadonlyMap<string, { input: string; most: number }>;
};

export const maxStarters = 20;
export const maxPieces = 100;
export const startersName = (competitionId: number): string => `starters.${competitionId}`;
export const piecesName = (variantId: number): string => `pieces.${variantId}`;

/** Maximum per field; a team has a limited number of members. */
const maxOf = ({ type, maxTeamSize }: CatalogCompetition): number =>
  type === 'team' ? Math.max(1, maxTeamSize) : maxStarters;

/** The sample of the address; default: a basket that suits this kind of voucher. */
export function sampleIn(query: URLSearchParams, catalog: Catalog, terms: VoucherTerms): Sample {
  const hasInput = [...query.keys()].some((name) => /^(starters|pieces)\./.test(name));
  if (!hasInput) return fittingSample(catalog, terms);
  const problem = new Map<string, { input: string; most: number }>();
  const count = (name: string, max: number) => {
    const input = (query.get(name) ?? '').trim();
    if (input === '') return 0;
    const read = /^\d{1,4}$/.test(input) ? Number(input) : max + 1;
    if (read > max) problem.set(name, { input: input.slice(0, 20), most: max });
    return read > max ? 0 : read;
  };
  const variants = catalog.articles.flatMap((article) => article.variants);
  return {
    starters: new Map(catalog.competitions.map((each) => [each.id, count(startersName(each.id), maxOf(each))])),
    pieces: new Map(variants.map(({ id }) => [id, count(piecesName(id), maxPieces)])),
    problem: problem,
  };
}

function fittingSample({ competitions, articles }: Catalog, terms: VoucherTerms): Sample {
  const article = articles.find(({ id }) => id === terms.articleId);
  const competition =
    competitions.find(({ id }) => id === terms.competitionId) ??
    competitions.find(({ prices }) => prices.some(({ id }) => id === terms.competitionPriceId)) ??
    (terms.target === 'team' ? competitions.find(({ type }) => type === 'team') : undefined) ??
    (article ? competitions.find(({ id }) => isOfferedFor(article, id)) : undefined) ??
    competitions[0];
  const variant = article?.variants[0];
  return {
    starters: new Map(
      competition ? [[competition.id, competition.type === 'team' ? Math.max(1, competition.minTeamSize) : 1]] : [],
    ),
    pieces: new Map(variant ? [[variant.id, Math.max(1, article?.minAmountPerParticipant ?? 1)]] : []),
    problem: new Map(),
  };
}

export type Person = { localId: string; competition: CatalogCompetition };
/** `homeless`: articles for which the basket has no eligible person. */
export type SampleBasket = { basket: PricedBasket; people: Person[]; homeless: string[] };

/** Each article goes to the first person who may take it. */
export function basketOf(sample: Sample, { competitions, articles }: Catalog): SampleBasket {
  const people: Person[] = [];
  const chosen = new Map<string, BookingArticle[]>();
  const teams = competitions.flatMap((competition) => {
    const members = Array.from({ length: sample.starters.get(competition.id) ?? 0 }, () => {
      const localId = `p${people.length + 1}`;
      people.push({ localId, competition });
      const own: BookingArticle[] = [];
      chosen.set(localId, own);
      return { localId, articles: own, competitionPriceId: null };
    });
    if (members.length === 0) return [];
    const isTeam = competition.type === 'team';
    return (isTeam ? [members] : members.map((one) => [one])).map((participants) => ({
      competitionId: competition.id,
      participants,
    }));
  });
  const homeless: string[] = [];
  for (const article of articles) {
    for (const variant of article.variants) {
      const quantity = sample.pieces.get(variant.id) ?? 0;
      if (quantity === 0) continue;
      const person = people.find(({ competition }) => isOfferedFor(article, competition.id));
      if (!person) {
        homeless.push(article.name);
        continue;
      }
      const donated = article.recommendedPrice ?? article.minPrice ?? Math.min(1000, article.maxPrice ?? 1000);
      chosen.get(person.localId)?.push({
        uniqueLocalId: `a${variant.id}`,
        articleId: article.id,
        variantId: variant.id,
        quantity,
        unitPrice: article.type === 'donation' ? donated : null,
      });
    }
  }
  const basket = {
    teams,
    appliedVouchers: [],
    cancellationProtections: [],
    contactAddress: null,
    deliveryAddress: null,
  };
  return { basket, people, homeless };
}

/** The basket without and with a code of this kind, as if it were valid now. */
export function compared(
  catalog: Catalog,
  basket: PricedBasket,
  terms: VoucherTerms,
  code: string,
  now: Instant,
): { before: LivePrice; after: LivePrice } {
  const voucher: Voucher = { ...terms, id: 0, code, status: 'ready', validFrom: null, validTo: null };
  return {
    before: livePrice(catalog, basket, [], now),
    after: livePrice(catalog, { ...basket, appliedVouchers: [{ code }] }, [voucher], now),
  };
}

/** Price per person: ticket and articles after discounts. */
export const chargedOf = ({ tickets, articles }: Quote, localId: string): { ticket: Cents; articles: Cents } => ({
  ticket: sumCents(tickets.filter((each) => each.participantLocalId === localId).map((each) => each.chargedPrice)),
  articles: sumCents(
    articles
      .filter((each) => each.participantLocalId === localId)
      .map((each) => cents(each.unitPrice * each.quantity - each.discount)),
  ),
});

export type Reversed = { price: Cents; reduced: Cents } | { problem: 'nothing' | 'everything' };

/** The price for which a percentage gives the wanted result, and the exact result (discounts round up). */
export function reversed(wished: number, points: number): Reversed {
  if (points >= 10_000) return { problem: 'everything' };
  if (wished <= 0) return { problem: 'nothing' };
  const rate = basisPointsOf(points);
  const price = priceBeforePercentage(cents(wished), rate);
  return { price, reduced: cents(price - percentRoundedUp(price, rate)) };
}
