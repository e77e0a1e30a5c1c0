/**
 * A payment reference names an order or a collective bill. Bill numbers start above all possible order numbers, so that
 * both have one format.
 */
const firstBillNumber = 9_000_000_000;

export const billNumber = (billId: number): number => firstBillNumber + billId;
/** Null: an order number. */
export const billIdOf = (number: number): number | null => (number > firstBillNumber ? number - firstBillNumber : null);
