import type { ItemNames } from '#modules/orders/rules/live-price.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import type { VoucherBoxTexts } from '#src/ui/voucher-box.tsx';

/** Finished texts of the frame around every step. */
export type FrameTexts = {
  next: string;
  back: string;
  details: string;
  empty: string;
  noPrice: string;
  requiredNote: string;
  errorsTitle: string;
  summary: { title: string; total: string; note: string };
  itemNames: ItemNames;
  vouchers: {
    box: VoucherBoxTexts;
    messages: Record<string, string>;
    /** With `{name}`. */
    onlyWithVoucher: string;
    onlyWithVoucherNameless: string;
    toBox: string;
  };
  /** Why there is no price, by code. */
  problems: Record<string, string>;
  /** For 0, 1, 2 … that are left. */
  left: string[];
  /** Where something can be mended: what the link says and where it leads. */
  mend: Partial<Record<BookingStep, { text: string; href: string }>>;
  /** A fault of the server; `id` with `{errorId}`. */
  fault: { title: string; id: string; close: string };
};
