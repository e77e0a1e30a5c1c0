/** Places of a competition, at any or one price, or a size of an article. */
export type Wish = { competitionId: number; priceId: number | null; variantId: number | null };
/** A list for a size has no competition. */
export type WishOfList = Omit<Wish, 'competitionId'> & { competitionId: number | null };

export const wishForPlaces = (competitionId: number, priceId: number | null = null): Wish => ({
  competitionId,
  priceId,
  variantId: null,
});
export const wishForSize = (variantId: number): Wish => ({ competitionId: 0, priceId: null, variantId });

/** One form field: `7`, `7-12` with a price, `v5` for a size. */
export function wishKey({ competitionId, priceId, variantId }: WishOfList): string {
  if (variantId !== null) return `v${variantId}`;
  return priceId === null ? String(competitionId) : `${competitionId}-${priceId}`;
}

/** Invalid text yields a wish that does not exist. */
export function wishIn(text: string): Wish {
  const [, variant, competition = '0', price] = /^(?:v(\d{1,15})|(\d{1,15})(?:-(\d{1,15}))?)$/.exec(text.trim()) ?? [];
  if (variant !== undefined) return wishForSize(Number(variant));
  return wishForPlaces(Number(competition), price === undefined ? null : Number(price));
}

export const isSameWish = (a: WishOfList, b: WishOfList): boolean => wishKey(a) === wishKey(b);
