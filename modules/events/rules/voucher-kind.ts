import type { Instant } from '#src/kernel/time.ts';

/** A kind of voucher as the modules below the vouchers know it. */
export type VoucherKind = {
  name: string;
  target: 'order' | 'event' | 'competition' | 'competitionPrice' | 'article' | 'participant' | 'team';
  competitionId: number | null;
  competitionPriceId: number | null;
  articleId: number | null;
  validTo: Instant | null;
  codes: number;
  /** Those of them that can still be redeemed. */
  ready: number;
};
