/**
 * What consumer law of the EU says of an article (directive 2011/83): goods and services can be withdrawn from for fourteen
 * days, what is made to somebody's wish cannot (article 16 letter c), nor what is for a fixed day, as the places themselves
 * (letter l).
 */
export const articleRights = ['goods_14', 'service_14', 'custom_made', 'none_leisure'] as const;
export type ArticleRight = (typeof articleRights)[number];
