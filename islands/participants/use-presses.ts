import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import type { StepRules } from '../booking/rules.ts';
import type { Step } from '../booking/use-step.ts';
import { sayNoAnswer } from '../voucher-box.ts';

/** What was pressed, and who stood on the page then. */
type Press = { intent: string; teams: readonly DraftTeam[] };

/**
 * Presses of buttons that change the entries. Those that come before there is what carries them out wait for it together,
 * under the line at the upper edge that says so; where it cannot be had the form posts the first of them, as it does
 * without a script. `carryOut` answers whom it filled in, who counts as typed by then (`autosave.ts`).
 */
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
    // One after the other: each reads the page as the one before has left it.
    if (loaded)
      for (const press of presses) {
        const filled = flushSync(() => latest.current(loaded, press));
        const shown = form.current?.querySelector(`[data-person="${filled}"]`);
        shown?.dispatchEvent(new Event('filled', { bubbles: true }));
      }
    // Without a connection the page stays as it is.
    else if (navigator.onLine) form.current?.requestSubmit(button);
    else sayNoAnswer();
  };
  return (intent: string) => (event: { preventDefault(): void; currentTarget: unknown }) => {
    event.preventDefault();
    if (rules) carryOut(rules, { intent, teams });
    else if (waiting.current.push({ intent, teams }) === 1)
      void carryOutWaiting(event.currentTarget as HTMLButtonElement);
  };
}
