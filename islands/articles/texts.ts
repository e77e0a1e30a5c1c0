import type { ArticleError } from '#modules/booking/rules/draft-articles.ts';

import type { TextKeys, Texts } from '#src/platform/island-texts.ts';

/** The articles' step. `{limit}` is filled in where it is shown: a number, or an amount of money. */
export const articleKeys = {
  quantity: 'orders.articles.quantity',
  variant: 'orders.articles.variant',
  nothing: 'orders.articles.nothing',
  amount: 'orders.articles.amount',
  optional: 'ui.form.optional',
  gone: 'orders.articles.gone',
  faults: {
    number: 'orders.fault.number',
    amount: 'orders.articles.fault.amount',
    donationMin: 'orders.articles.fault.donationMin',
    donationMax: 'orders.articles.fault.donationMax',
    min: 'orders.articles.fault.min',
    max: 'orders.articles.fault.max',
    teamMin: 'orders.articles.fault.teamMin',
    teamMax: 'orders.articles.fault.teamMax',
    stock: 'orders.articles.fault.stock',
  } satisfies Record<ArticleError['error'], TextKeys[string]>,
  // `{field}` is the person.
  ofPerson: 'ui.errors.ofField',
  declineTitle: 'orders.articles.declineTitle',
} as const satisfies TextKeys;

export type ArticleTexts = Texts<typeof articleKeys> & {
  /** For 1, 2, 3 … pieces left, as far as those are few. */
  fewLeft: string[];
  /** With `{names}`. */
  declineText: string;
  /** By article. */
  articles: Record<number, { price: string; hint: string; picture: Picture | null }>;
};
export type Picture = { src: string; srcSet?: string; sizes?: string };
