import type { Address } from '#modules/accounts/rules/address.ts';
import type { DraftData } from '#modules/booking/rules/draft.ts';
import { priceWithoutCodes } from '#modules/booking/rules/draft-price.ts';
import type { CodeView } from '#modules/booking/rules/voucher-messages.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { basketOfDraft } from '#modules/orders/rules/draft-check.ts';
import { isTaxed } from '#modules/orders/rules/order-item.ts';
import { type ItemNames, summaryLines } from '#modules/orders/rules/pricing.ts';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Problem } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import { formatCents, type Locale, parseDate } from '#src/ui/format.ts';
import { codeRules } from './codes.ts';

export type Priced = {
  catalog: Catalog;
  draft: Pick<DraftData, 'teams' | 'protectionIds' | 'voucherCodes'>;
  vouchers: Voucher[];
  /** Two letters: delivery country, if known. */
  country: string | null;
  locale: Locale;
  now: Instant;
  texts: { itemNames: ItemNames; codes: Record<string, string> };
};

export type PriceView = {
  /** Null: see `problem`. */
  total: Cents | null;
  isTaxed: boolean;
  lines: ReturnType<typeof summaryLines>;
  problem: Pick<Problem, 'code' | 'details'> | null;
  codes: CodeView[];
};

export function priceView({ catalog, draft, vouchers, country, locale, now, texts }: Priced): PriceView {
  const entered = {
    ...basketOfDraft(catalog, draft, (text) => parseDate(text, locale)),
    contactAddress: { countryCode: country } as Address,
    deliveryAddress: null,
  };
  const rules = codeRules();
  const { quote, problem, codes, basket } =
    rules?.draftPrice(catalog, entered, draft.voucherCodes, vouchers, now) ?? priceWithoutCodes(catalog, entered, now);
  const money = (cents: Cents) => formatCents(cents, locale);
  return {
    total: quote?.totalPrice ?? null,
    isTaxed: isTaxed(quote?.orderItems ?? []),
    lines: summaryLines(quote, texts.itemNames, money),
    problem: problem && { code: problem.code, details: problem.details },
    codes: rules?.codeViews(codes, { catalog, basket, vouchers, now }, texts.codes, money) ?? [],
  };
}
