import type { Reader, Tx } from '#src/data/database.ts';
import { parseCreditorReference } from '#src/kernel/creditor-reference.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { BankLine } from '../bank-files/bank-line.ts';
import { billIdOf, findReferences, findReferencesWithoutPrefix } from '../rules/payment-reference.ts';
import type { ReadLine } from './import-run.ts';

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

export type OrdersOfBills = Deps['ordersOfBills'];

const billsOf = ({ sure }: NamedOrders): number[] => sure.flat().flatMap((number) => billIdOf(number) ?? []);

export const namesBill = (named: NamedOrders): boolean => billsOf(named).length > 0;

/** Replaces the numbers of collective bills by the orders of those bills. */
export async function withOrdersOfBills(
  reader: Reader | Tx,
  ordersOfBills: OrdersOfBills,
  lines: readonly ReadLine[],
): Promise<readonly ReadLine[]> {
  const bills = [...new Set(lines.flatMap(({ named }) => billsOf(named)))];
  if (bills.length === 0) return lines;
  const orders = await ordersOfBills(reader, bills);
  const expand = (number: number): readonly number[] => {
    const billId = billIdOf(number);
    return billId === null ? [number] : (orders.get(billId) ?? []);
  };
  return lines.map((line) =>
    namesBill(line.named)
      ? {
          ...line,
          named: { ...line.named, sure: line.named.sure.map((numbers) => [...new Set(numbers.flatMap(expand))]) },
        }
      : line,
  );
}
