import { parseCreditorReference } from '#src/kernel/creditor-reference.ts';
import type { BankLine } from '../bank-files/bank-line.ts';
import { findReferences, findReferencesWithoutPrefix } from '../rules/payment-reference.ts';

/** Order numbers that a line names; the orders may not exist. */
export type NamedOrders = {
  /** From the most to the least reliable place; the first with a result decides. */
  sure: readonly (readonly number[])[];
  /** Numbers without prefix: count only with the exact open amount. */
  guesses: readonly number[];
};

/** A text of only digits contains very many candidates. */
const maxGuesses = 20;

function ofStructured(reference: string | null, prefix: string): number[] {
  if (reference === null) return [];
  // A wrong check digit is a typing mistake.
  const isWrong = /^RF\d\d/i.test(reference.trim()) && parseCreditorReference(reference) === null;
  return isWrong ? [] : findReferences(reference, prefix);
}

export function namedOrders(
  line: Pick<BankLine, 'texts' | 'endToEndId' | 'structuredReference'>,
  prefix: string,
): NamedOrders {
  const { structuredReference, endToEndId, texts } = line;
  const read = texts.map((text) => findReferences(text, prefix));
  const sure = [
    ofStructured(structuredReference, prefix),
    endToEndId === null ? [] : findReferences(endToEndId, prefix),
    ...read,
  ].filter((numbers) => numbers.length > 0);
  if (sure.length > 0) return { sure, guesses: [] };
  const written = [structuredReference ?? '', endToEndId ?? '', ...texts];
  const guesses = written.flatMap((text) => findReferencesWithoutPrefix(text, prefix));
  return { sure, guesses: [...new Set(guesses)].slice(0, maxGuesses) };
}
