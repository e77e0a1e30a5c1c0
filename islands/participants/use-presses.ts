import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import type { StepRules } from '../booking/rules.ts';
import type { Step } from '../booking/use-step.ts';
import { showNoConnection } from '../voucher-box.ts';

type Press = { intent: string; teams: readonly DraftTeam[] };

/** Queues presses until the rules are loaded. `carryOut` answers whom it filled in, which counts as an edit. */
export function usePresses(
  { rules, wake, form }: Pick<Step, 'rules' | 'wake' | 'form'>,
  teams: readonly DraftTeam[],
  carryOut: (rules: StepRules, press: Press) => string | undefined,
) {
  const waiting = useRef<Press[]>([]);
  const latest = useRef(carryOut);
  latest.current = carryOut;
  const carryOutWaiting = async (button: HTMLButtonElement) => {
    const { dataset } = document.documentElement;
    dataset.busy = '';
    const loaded = await wake();
    delete dataset.busy;
    const presses = waiting.current.splice(0);
    if (loaded)
      for (const press of presses) {
        const filled = flushSync(() => latest.current(loaded, press));
        const card = form.current?.querySelector(`[data-person="${filled}"]`);
        card?.dispatchEvent(new Event('filled', { bubbles: true }));
      }
    else if (navigator.onLine) form.current?.requestSubmit(button);
    else showNoConnection();
  };
  return (intent: string) => (event: { preventDefault(): void; currentTarget: unknown }) => {
    event.preventDefault();
    if (rules) carryOut(rules, { intent, teams });
    else if (waiting.current.push({ intent, teams }) === 1)
      void carryOutWaiting(event.currentTarget as HTMLButtonElement);
  };
}

export const fieldInUse = (): Element | null => {
  const { activeElement } = document;
  return activeElement?.matches('input, select, textarea') ? activeElement : null;
};

/** Moves the focus after a press is rendered, unless another field is being edited. */
export function useNextFocus(form: RefObject<HTMLFormElement | null>): RefObject<string> {
  const goTo = useRef('');
  useEffect(() => {
    if (!goTo.current) return;
    const found = [...(form.current?.querySelectorAll<HTMLInputElement>(goTo.current) ?? [])];
    goTo.current = '';
    if (!fieldInUse()) (found.find(({ value }) => value === '') ?? found[0])?.focus();
  });
  return goTo;
}
