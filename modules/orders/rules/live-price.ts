import type { Cents } from '#src/kernel/money.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Quote } from './pricing.ts';

export type LivePrice = { quote: Quote; problem: null } | { quote: null; problem: Problem };

/** The price while somebody is still typing: a refusal is news to show and not the end. */
export function live(priced: () => Quote): LivePrice {
  try {
    return { quote: priced(), problem: null };
  } catch (error) {
    if (error instanceof Problem) return { quote: null, problem: error };
    throw error;
  }
}

export type ItemNames = { of: string; sc: string };

/** The lines of the summary beside a step. */
export const summaryLines = (quoted: Quote | null, names: ItemNames, money: (cents: Cents) => string) =>
  (quoted?.orderItems ?? []).map((line) => ({
    label: line.kind === 'of' || line.kind === 'sc' ? names[line.kind] : line.name,
    ...(line.code ? { detail: line.code } : {}),
    ...(line.amount === 1 ? {} : { detail: `${line.amount} × ${money(line.price)}` }),
    amount: money(line.priceTotal),
  }));
