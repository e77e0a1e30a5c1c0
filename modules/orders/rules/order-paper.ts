import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';

/** A paper that bills an order, as the modules below the invoicing know it. */
export type OrderPaper = {
  id: number;
  number: string;
  kind: 'invoice' | 'creditNote' | 'correction';
  /** What it adds to what was billed; below 0 for a credit note. */
  total: Cents;
  issuedAt: Instant;
  /** Good for a quarter of an hour. */
  downloadLink: string;
};
