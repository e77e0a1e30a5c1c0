import type { ArticleRight } from '#modules/events/rules/withdrawal-right.ts';

/** What holds for a line of articles, as it was when it was ordered. A donation is no sale. */
export type LineRight = ArticleRight | 'none_donation';

/** In the sequence in which they are said. */
export const lineRights = ['goods_14', 'service_14', 'custom_made', 'none_leisure', 'none_donation'] as const;

type Offered = { id: number; type: 'normal' | 'free' | 'donation'; withdrawalRight: ArticleRight };

/** What holds for an article that is ordered now. */
export function rightOf(articles: readonly Offered[], articleId: number): LineRight {
  const article = articles.find(({ id }) => id === articleId);
  return article?.type === 'donation' ? 'none_donation' : (article?.withdrawalRight ?? 'goods_14');
}

/** Whether one may go back on it at all. */
export const isWithdrawable = (right: LineRight): right is 'goods_14' | 'service_14' =>
  right === 'goods_14' || right === 'service_14';
