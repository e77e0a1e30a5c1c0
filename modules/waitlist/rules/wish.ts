/** What somebody waits for: places of a competition, at any price or at this one alone. */
export type Wish = { competitionId: number; priceId: number | null };

/** As one field of a form: `7`, or `7-12` with a price. */
export const wishKey = ({ competitionId, priceId }: Wish): string =>
  priceId === null ? String(competitionId) : `${competitionId}-${priceId}`;

/** What such a field says; a text that says nothing names what there is not. */
export function wishIn(text: string): Wish {
  const [, competition = '0', price] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text.trim()) ?? [];
  return { competitionId: Number(competition), priceId: price === undefined ? null : Number(price) };
}

export const isSameWish = (a: Wish, b: Wish): boolean => a.competitionId === b.competitionId && a.priceId === b.priceId;
