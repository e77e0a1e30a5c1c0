import { useEffect, useState } from 'react';
import type { StepRules } from '../booking/rules.ts';
import type { Step } from '../booking/use-step.ts';
import { sayNoAnswer } from '../voucher-box.ts';

type Press = { intent: string; button: HTMLButtonElement };

/** After these everybody stands where they stood, so a next press still means what it meant. */
const addsOnly = ({ intent }: Press): boolean => /^(add|member):/.test(intent);

/**
 * Presses of buttons that change the entries. One that comes before there is what carries it out waits for it, and those
 * that add somebody wait together; where it cannot be had the form posts, as it does without a script.
 */
export function usePresses(
  { rules, wake, form }: Pick<Step, 'rules' | 'wake' | 'form'>,
  carryOut: (rules: StepRules, intent: string) => void,
) {
  const [waiting, setWaiting] = useState<readonly Press[]>([]);
  const [first] = waiting;
  useEffect(() => {
    if (!rules || !first) return;
    // One after the other: each reads the page as the one before has left it.
    carryOut(rules, first.intent);
    setWaiting(([, ...others]) => others);
  });
  return (intent: string) => (event: { preventDefault(): void; currentTarget: unknown }) => {
    event.preventDefault();
    if (rules && !first) return carryOut(rules, intent);
    const press = { intent, button: event.currentTarget as HTMLButtonElement };
    setWaiting((all) => (all.every(addsOnly) && (all.length === 0 || addsOnly(press)) ? [...all, press] : all));
    void wake().then((loaded) => {
      if (loaded) return;
      setWaiting([]);
      // Without a connection the page stays as it is.
      if (navigator.onLine) form.current?.requestSubmit(press.button);
      else sayNoAnswer();
    });
  };
}
