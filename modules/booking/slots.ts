import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Locale, Translator } from '#src/texts/locale.ts';
import type { PageHead } from '#src/web/http.ts';

export type WaysToPay = {
  methods: readonly string[];
  head: Pick<PageHead, 'leadsTo'>;
  /** Form fields, `paymentMethod`; null where nothing can be paid. */
  choice(props: { amount: Cents; chosen?: string | undefined; error?: string | undefined }): ReactElement | null;
};

declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** How orders of an event are paid, the likeliest way of this device first; of the payments. */
    waysToPay(of: { catalog: Pick<Catalog, 'event' | 'organizers'>; userAgent: string; i18n: Translator }): WaysToPay;
    /** Whether a code has the format of a gift card, which pays instead of lowering a price. It may not exist. */
    isGiftCardCode(code: string): boolean;
    /** Starts the payment of a new order; answers the URL to continue at, here or at the provider. */
    beginPayment(of: { orderId: number; method: string; locale: Locale }): Promise<string>;
  }
}
