import type { CatalogArticle } from '../rules/catalog.ts';

/** Pieces of several variants together. */
export function stockOf(variants: CatalogArticle['variants']): { sold: number; left: number; total: number } {
  const sum = (count: (variant: CatalogArticle['variants'][number]) => number) =>
    variants.reduce((all, variant) => all + count(variant), 0);
  const [sold, total] = [sum((variant) => variant.sold), sum((variant) => variant.total)];
  return { sold, total, left: Math.max(0, total - sold) };
}
