import type { ArticleError } from '#modules/booking/rules/draft-articles.ts';

import type { TextKeys, Texts } from '#src/web/island-texts.ts';

/** `{limit}` is filled in when shown: a number or an amount of money. */
export const articleKeys = {
  quantity: 'orders.articles.quantity',
  variant: 'orders.articles.variant',
  nothing: 'orders.articles.nothing',
  one: 'orders.articles.one',
  amount: 'orders.articles.amount',
  optional: 'ui.form.optional',
  gone: 'orders.articles.gone',
  errors: {
    number: 'orders.error.number',
    amount: 'orders.articles.error.amount',
    donationMin: 'orders.articles.error.donationMin',
    donationMax: 'orders.articles.error.donationMax',
    min: 'orders.articles.error.min',
    max: 'orders.articles.error.max',
    teamMin: 'orders.articles.error.teamMin',
    teamMax: 'orders.articles.error.teamMax',
    stock: 'orders.articles.error.stock',
  } satisfies Record<ArticleError['error'], TextKeys[string]>,
  // `{field}` is the person.
  ofPerson: 'ui.errors.ofField',
  declineTitle: 'orders.articles.declineTitle',
} as const satisfies TextKeys;

export type ArticleTexts = Texts<typeof articleKeys> & {
  fewLeft: string[];
  declineText: string;
  articles: Record<number, { price: string; hint: string; picture: Picture }>;
};
export type Picture = { src: string; srcSet?: string; sizes?: string };
