/**
 * EU directive 2011/83: fourteen days for goods and services. Custom-made goods (article 16 c) and services for a
 * fixed date (article 16 l), such as start places, are excluded.
 */
export const articleRights = ['goods_14', 'service_14', 'custom_made', 'none_leisure'] as const;
/** Of goods, 14 days from delivery. */
export const defaultRight = 'goods_14';
export type ArticleRight = (typeof articleRights)[number];
