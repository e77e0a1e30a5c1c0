/**
 * A payment reference may name a bill for several orders in place of one order: its number stands above all numbers that
 * orders will ever have, so that banks, people and the import read both the same way.
 */
const firstBillNumber = 9_000_000_000;

export const billNumber = (billId: number): number => firstBillNumber + billId;
/** null: it is an order's. */
export const billIdOf = (number: number): number | null => (number > firstBillNumber ? number - firstBillNumber : null);
