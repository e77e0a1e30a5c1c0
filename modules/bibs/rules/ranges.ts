/** Numbers for those who start in a competition. Both ends belong to it. */
export type BibRange = {
  competitionId: number;
  first: number;
  last: number;
  /** After so many numbers, `gap` numbers stay free; 0: without gaps. */
  block: number;
  gap: number;
  /** So many numbers at the end stay free. */
  reserve: number;
};

/** The largest number that fits on a bib. */
export const largestNumber = 999_999;

export const overlap = (a: Pick<BibRange, 'first' | 'last'>, b: Pick<BibRange, 'first' | 'last'>): boolean =>
  a.first <= b.last && b.first <= a.last;

/** The numbers that are given out by themselves, from the smallest on. */
export function* numbersIn({ first, last, block, gap, reserve }: BibRange): Generator<number> {
  for (let number = first; number <= last - reserve; number += 1)
    if (block === 0 || (number - first) % (block + gap) < block) yield number;
}

/** How many those are. */
export function countOf({ first, last, block, gap, reserve }: BibRange): number {
  const all = Math.max(0, last - reserve - first + 1);
  if (block === 0) return all;
  const whole = Math.floor(all / (block + gap));
  return whole * block + Math.min(block, all - whole * (block + gap));
}
