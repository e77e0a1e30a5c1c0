import type { OrderRecord } from '../read.ts';

/** Whether an invoice of this order can come into being: its event makes some, and there is something to be paid. */
export const mayHaveInvoice = ({ event, totalPrice, status }: OrderRecord): boolean =>
  event.generateInvoice && totalPrice > 0 && status !== 'canceled';
