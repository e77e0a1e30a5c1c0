import type { ArticleError } from '#modules/booking/rules/draft-articles.ts';

/** Finished texts of the articles' step. `{limit}` is filled in where it is shown: a number, or an amount of money. */
export type ArticleTexts = {
  quantity: string;
  variant: string;
  nothing: string;
  amount: string;
  optional: string;
  /** For 1, 2, 3 … pieces left, as far as those are few. */
  fewLeft: string[];
  gone: string;
  faults: Record<ArticleError['fault'], string>;
  /** With `{name}` and `{error}`. */
  ofPerson: string;
  declineTitle: string;
  /** With `{names}`. */
  declineText: string;
  /** By article. */
  articles: Record<number, { price: string; hint: string; picture: Picture | null }>;
};
export type Picture = { src: string; srcSet?: string; sizes?: string };
