import { parseCreditorReference } from '#src/kernel/creditor-reference.ts';
import type { BankLine } from '../bank-files/bank-line.ts';
import { findReferences, findReferencesWithoutPrefix } from '../rules/payment-reference.ts';

/** Order numbers that a line names; whether there are such orders is another question. */
export type NamedOrders = {
  /** From the surest place to the least sure one; the first that names an order decides. */
  sure: readonly (readonly number[])[];
  /** Without the prefix: counts only together with the exact open amount. */
  guesses: readonly number[];
};

/** A text of nothing but digits has very many of them; a payer means one. */
const maxGuesses = 20;

function ofStructured(reference: string | null, prefix: string): number[] {
  if (reference === null) return [];
  // A wrong check digit says that somebody mistyped it.
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
