export const orderStatuses = ['pending', 'complete', 'shipped', 'canceled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];
export type CancelReason = 'byUser' | 'byAdmin' | 'expired';

/** Every allowed change of an order's status; the last one is the reactivation of a canceled order that was paid. */
const allowed: readonly (readonly [OrderStatus, OrderStatus])[] = [
  ['pending', 'complete'],
  ['complete', 'shipped'],
  ['pending', 'canceled'],
  ['complete', 'canceled'],
  ['shipped', 'canceled'],
  ['canceled', 'pending'],
  ['canceled', 'complete'],
];

export const mayChangeStatus = (from: OrderStatus, to: OrderStatus): boolean =>
  allowed.some(([a, b]) => a === from && b === to);

export const isPaidStatus = (status: OrderStatus): boolean => status === 'complete' || status === 'shipped';
