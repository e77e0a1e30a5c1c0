import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { DraftData } from '#modules/booking/rules/draft.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type Locale, parseDate } from '#src/ui/format.ts';
import { useAutosave } from './autosave.ts';
import type { PriceView } from './price-view.ts';
import { loadStepRules, type StepRules, stepRules } from './rules.ts';
import type { FrameTexts } from './texts.ts';
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
  price: PriceView;
};

export type Step = {
  form: RefObject<HTMLFormElement | null>;
  entered: Entered;
  takeOver(event: FormEvent<HTMLFormElement>): boolean;
  closeError(): void;
  now: Instant;
  readDate(input: string): string | null;
  /** Null until the first interaction. */
  rules: StepRules | null;
  wake(): Promise<StepRules | null>;
  priceOf(draft: Partial<Pick<DraftData, 'teams' | 'protectionIds'>>, country?: string | null): PriceView;
};

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

/** First signs of an interaction; a pointer hovers before it presses. */
const touches = ['pointerover', 'pointerdown', 'keydown', 'focusin', 'input'];

/** Loads the rules on the first interaction. If loading fails, the form posts as without scripts. */
function useRules(
  form: RefObject<HTMLFormElement | null>,
  props: StepProps,
  fromTheStart: boolean,
): { rules: StepRules | null; wake(): Promise<StepRules | null> } {
  const [rules, setRules] = useState(fromTheStart ? stepRules() : null);
  const wake = async () => {
    const loaded = stepRules() ?? (await loadStepRules(props).catch(() => null));
    setRules(loaded);
    return loaded;
  };
  const isAwake = rules !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners are added once and removed when everything is loaded.
  useEffect(() => {
    if (isAwake) return;
    const touched = () => void wake();
    const fields = [...(form.current?.elements ?? [])] as HTMLInputElement[];
    if (fields.some((field) => field === document.activeElement || isTyped(field))) touched();
    for (const touch of touches) window.addEventListener(touch, touched);
    return () => {
      for (const touch of touches) window.removeEventListener(touch, touched);
    };
  }, [isAwake]);
  return { rules, wake };
}

const isTyped = ({ type, value, defaultValue, checked, defaultChecked }: HTMLInputElement): boolean =>
  type === 'radio' || type === 'checkbox' ? checked !== defaultChecked : value !== (defaultValue ?? value);
