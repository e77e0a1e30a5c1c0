import { type FormEvent, type RefObject, useRef } from 'react';
import type { Address } from '#modules/accounts/rules/address.ts';
import type { DraftData } from '#modules/booking/rules/draft.ts';
import { type DraftPrice, priceWithoutCodes } from '#modules/booking/rules/draft-price.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { basketOfDraft } from '#modules/orders/rules/draft-check.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type Locale, parseDate } from '#src/ui/format.ts';
import { useAutosave } from './autosave.ts';
import { codeRules } from './codes.ts';
import type { FrameTexts } from './texts.ts';
import { type Entered, useVouchers } from './vouchers.ts';

/** What every step gets from the server. */
export type StepProps<Name extends BookingStep = BookingStep> = {
  step: Name;
  catalog: Catalog;
  draft: Pick<DraftData, 'teams' | 'protectionIds' | 'voucherCodes' | 'codeInput'>;
  /** When something of the draft was typed last, by the clock of this browser. */
  latest: number;
  vouchers: Voucher[];
  /** The code that was refused in the post that this page answers. */
  refused: { code: string; text: string } | null;
  /** Two letters: where goods are sent to, as far as it is known. */
  country: string | null;
  locale: Locale;
  now: Instant;
  csrfToken: string | null;
  action: string;
  texts: FrameTexts;
};

/** A step at work: its form, the codes entered, and the price of whatever is chosen at the moment. */
export type Step = {
  form: RefObject<HTMLFormElement | null>;
  entered: Entered;
  /** Whether a submit was for the voucher box, which answers in place. */
  takeOver(event: FormEvent<HTMLFormElement>): boolean;
  closeError(): void;
  now: Instant;
  readDate(input: string): string | null;
  priceOf(draft: Partial<Pick<DraftData, 'teams' | 'protectionIds'>>, country?: string | null): DraftPrice;
};

export function useStep(props: StepProps): Step {
  const { catalog, draft, vouchers, refused, locale, action, now } = props;
  const form = useRef<HTMLFormElement>(null);
  useAutosave(form, action, props.latest);
  const { entered, takeOver, closeError } = useVouchers(form, { ...draft, vouchers, refused });
  const readDate = (text: string) => parseDate(text, locale);
  return {
    form,
    entered,
    takeOver,
    closeError,
    now,
    readDate,
    priceOf: (chosen, country = props.country) => {
      const basket = {
        ...basketOfDraft(catalog, { ...draft, ...chosen }, readDate),
        contactAddress: { countryCode: country } as Address,
        deliveryAddress: null,
      };
      return (
        codeRules()?.draftPrice(catalog, basket, entered.voucherCodes, entered.vouchers, now) ??
        priceWithoutCodes(catalog, basket, now)
      );
    },
  };
}
