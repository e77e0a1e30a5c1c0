/** What is done to a settlement and its payout. `returned` after it was paid; `notPaid`: the bank never took it out of its file. */
export const settlementActions = ['closed', 'filed', 'paid', 'returned', 'notPaid'] as const;
export type SettlementAction = (typeof settlementActions)[number];
