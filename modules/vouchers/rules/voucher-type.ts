import type { Catalog } from '#modules/events/rules/catalog.ts';
import { basisPoints, cents } from '#src/kernel/money.ts';
import type { FieldErrors } from '#src/kernel/problem.ts';
import type { VoucherTarget, VoucherTerms, VoucherUnit } from './voucher.ts';

/** In cents. */
export const maxCents = cents(10_000_000);

/** The amount is in cents, or in percent with up to two decimals. */
export type TermsText = VoucherTerms & { prefix: string; paidByPlatform: boolean };

export const usualTerms = {
  prefix: '',
  amount: 0,
  unit: 'fixed',
  target: 'event',
  useType: 'multi',
  competitionId: null,
  competitionPriceId: null,
  articleId: null,
  paidByPlatform: false,
} as const satisfies Partial<TermsText>;

type Reference = 'competitionId' | 'competitionPriceId' | 'articleId';

/** The reference that a target needs, or may have. */
export const references: Record<VoucherTarget, { must?: Reference; may?: Reference }> = {
  article: { must: 'articleId' },
  competition: { must: 'competitionId' },
  competitionPrice: { must: 'competitionPriceId' },
  participant: { may: 'competitionId' },
  team: { may: 'competitionId' },
  event: {},
  order: {},
};
export const usesReference = (target: VoucherTarget, field: Reference): boolean =>
  references[target].must === field || references[target].may === field;

/** Percent is stored as basis points. */
export const storedAmount = (amount: number, unit: VoucherUnit): number =>
  unit === 'percentage' ? basisPoints(amount) : amount;
export const amountText = (amount: number, unit: VoucherUnit): number =>
  unit === 'percentage' ? amount / 100 : amount;

const hasTwoDecimals = (amount: number): boolean => Math.round(amount * 100) / 100 === amount;

/** Errors by field, as locale keys. */
export function termsErrors(catalog: Catalog, terms: TermsText): FieldErrors {
  const { amount, unit, validFrom, validTo, target } = terms;
  const errors: FieldErrors = {};
  if (unit === 'fixed' && !Number.isSafeInteger(amount)) errors.amount = ['vouchers.error.cents'];
  if (unit === 'percentage' && (amount > 100 || !hasTwoDecimals(amount))) errors.amount = ['vouchers.error.percent'];
  if (validFrom !== null && validTo !== null && validTo < validFrom) errors.validTo = ['events.error.endBeforeStart'];
  for (const field of ['competitionId', 'competitionPriceId', 'articleId'] as const) {
    const id = terms[field];
    if (id === null && references[target].must === field) errors[field] = [`vouchers.error.${field}Missing`];
    if (id !== null && !usesReference(target, field)) errors[field] = ['vouchers.error.unusedByTarget'];
    else if (id !== null && !knows(catalog, field, id)) errors[field] = ['vouchers.error.ofAnotherEvent'];
  }
  const competition = catalog.competitions.find(({ id }) => id === terms.competitionId);
  if (target === 'team' && competition && competition.type !== 'team')
    errors.competitionId = ['vouchers.error.noTeamsThere'];
  return errors;
}

function knows({ competitions, articles }: Catalog, field: Reference, id: number): boolean {
  const all = {
    competitionId: competitions,
    competitionPriceId: competitions.flatMap(({ prices }) => prices),
    articleId: articles,
  }[field];
  return all.some((each) => each.id === id);
}

/** Values for the history: records by their current names. */
export function termsForHistory({ competitions, articles }: Catalog, terms: TermsText): Record<string, unknown> {
  const { name, prefix, amount, unit, target, useType, validFrom, validTo, paidByPlatform } = terms;
  const priced = competitions
    .flatMap(({ title, prices }) => prices.map(({ id, price }) => ({ id, historyValue: { title, cents: price } })))
    .find(({ id }) => id === terms.competitionPriceId);
  return {
    name,
    prefix,
    amount: unit === 'percentage' ? { percent: amount } : { cents: amount },
    unit,
    target,
    useType,
    validFrom,
    validTo,
    competitionId: competitions.find(({ id }) => id === terms.competitionId)?.title ?? null,
    competitionPriceId: priced?.historyValue ?? null,
    articleId: articles.find(({ id }) => id === terms.articleId)?.name ?? null,
    paidByPlatform,
  };
}
