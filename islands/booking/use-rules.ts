import { type RefObject, useEffect, useState } from 'react';
import { loadStepRules, type StepRules, stepRules } from './rules.ts';
import type { StepProps } from './use-step.ts';

/** First signs of an interaction; a pointer hovers before it presses. */
const touches = ['pointerover', 'pointerdown', 'keydown', 'focusin', 'input'];

/**
 * Loads the rules on the first interaction, or at once if it came before hydration; until then the page shows the
 * server's results. `wake` loads them. If loading fails, the form posts as without scripts.
 */
export function useRules(
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: listening begins once, and ends when there is nothing more to bring.
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
