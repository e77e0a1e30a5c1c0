/** What is done to a settlement and its payout. `returned` after it was paid; `notPaid`: the bank never took it out of its file. */
const settlementActions = ['closed', 'filed', 'paid', 'returned', 'notPaid'] as const;
export type SettlementAction = (typeof settlementActions)[number];

/**
 * `unknown`: it names nothing that was to go, or another sum. `returned`: it paid what was said to have come back, and the
 * same sum waits anew. `twice`: it paid what had gone already.
 */
export type MisfitReason = 'unknown' | 'returned' | 'twice';
