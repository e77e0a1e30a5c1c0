import { type FormEvent, type RefObject, useRef } from 'react';
import type { DraftData } from '#modules/booking/rules/draft.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type Locale, parseDate } from '#src/ui/format.ts';
import { useAutosave } from './autosave.ts';
import type { PriceView } from './price-view.ts';
import type { StepRules } from './rules.ts';
import type { FrameTexts } from './texts.ts';
import { useRules } from './use-rules.ts';
import { type Entered, useVouchers } from './vouchers.ts';

export type StepProps<Name extends BookingStep = BookingStep> = {
  step: Name;
  catalog: Catalog;
  draft: Pick<DraftData, 'teams' | 'protectionIds' | 'voucherCodes' | 'codeInput'>;
  /** Time of the latest edit in the draft, by this browser's clock. */
  latest: number;
  vouchers: Voucher[];
  /** The code refused by the answered post. */
  refused: { code: string; text: string } | null;
  /** Two letters: delivery country, if known. */
  country: string | null;
  locale: Locale;
  now: Instant;
  csrfToken: string | null;
  action: string;
  texts: FrameTexts;
  /** Of the rendered draft. */
  price: PriceView;
};

/** State of a step: form, codes, and price of the current choice. */
export type Step = {
  form: RefObject<HTMLFormElement | null>;
  entered: Entered;
  /** Whether a submit was for the voucher box, which answers in place. */
  takeOver(event: FormEvent<HTMLFormElement>): boolean;
  closeError(): void;
  now: Instant;
  readDate(input: string): string | null;
  /** Null until the first interaction. */
  rules: StepRules | null;
  wake(): Promise<StepRules | null>;
  priceOf(draft: Partial<Pick<DraftData, 'teams' | 'protectionIds'>>, country?: string | null): PriceView;
};

/** `fromTheStart`: the page shows validation results. */
export function useStep(props: StepProps, fromTheStart = false): Step {
  const { draft, vouchers, refused, locale, action, now } = props;
  const form = useRef<HTMLFormElement>(null);
  useAutosave(form, action, props.latest);
  const { rules, wake } = useRules(form, props, fromTheStart);
  const { entered, takeOver, closeError } = useVouchers(form, { ...draft, vouchers, refused }, wake);
  const readDate = (text: string) => parseDate(text, locale);
  return {
    form,
    entered,
    takeOver,
    closeError,
    now,
    readDate,
    rules,
    wake,
    priceOf: (chosen, country = props.country) =>
      rules?.priceView({
        ...props,
        draft: { ...draft, ...chosen, voucherCodes: entered.voucherCodes },
        vouchers: entered.vouchers,
        country,
      }) ?? props.price,
  };
}
