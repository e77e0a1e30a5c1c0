export type BibRange = {
  competitionId: number;
  first: number;
  last: number;
  /** After `block` numbers, `gap` numbers stay free; 0: no gaps. */
  block: number;
  gap: number;
  /** Numbers at the end that stay free. */
  reserve: number;
};

export const largestNumber = 999_999;

export const overlap = (a: Pick<BibRange, 'first' | 'last'>, b: Pick<BibRange, 'first' | 'last'>): boolean =>
  a.first <= b.last && b.first <= a.last;

export function* numbersIn({ first, last, block, gap, reserve }: BibRange): Generator<number> {
  for (let number = first; number <= last - reserve; number += 1)
    if (block === 0 || (number - first) % (block + gap) < block) yield number;
}

export function countOf({ first, last, block, gap, reserve }: BibRange): number {
  const all = Math.max(0, last - reserve - first + 1);
  if (block === 0) return all;
  const whole = Math.floor(all / (block + gap));
  return whole * block + Math.min(block, all - whole * (block + gap));
}
