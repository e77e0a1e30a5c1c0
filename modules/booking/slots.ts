import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Locale, Translator } from '#src/texts/locale.ts';
import type { PageHead } from '#src/web/http.ts';

export type WaysToPay = {
  /** What a form may ask for. */
  methods: readonly string[];
  /** Of a page whose form may go on to the provider. */
  head: Pick<PageHead, 'leadsTo'>;
  /** The fields of one form, `paymentMethod`; null where nothing can be paid. */
  choice(shown: { amount: Cents; chosen?: string | undefined; error?: string | undefined }): ReactElement | null;
};

declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** How orders of an event are paid, the likeliest way of this device first; of the payments. */
    waysToPay(of: { catalog: Pick<Catalog, 'event' | 'organizers'>; userAgent: string; i18n: Translator }): WaysToPay;
    /** Whether a code has the form of a gift card's, which pays and lowers no price. It may be nobody's. */
    isGiftCardCode(typed: string): boolean;
    /** Begins to pay an order that was made just now; where that goes on, here or at the provider's. */
    beginPayment(of: { orderId: number; method: string; locale: Locale }): Promise<string>;
  }
}
