/** `returned`: after payment; `notPaid`: the bank did not execute it. */
const settlementActions = ['closed', 'filed', 'paid', 'returned', 'notPaid'] as const;
export type SettlementAction = (typeof settlementActions)[number];

/**
 * `unknown`: no such payout, or another sum. `returned`: paid after it was marked as returned and queued again.
 * `twice`: already paid.
 */
export type MisfitReason = 'unknown' | 'returned' | 'twice';
