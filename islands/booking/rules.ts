import type { StepProps } from './use-step.ts';

export type StepRules = typeof import('./step-rules.ts');

let rules: StepRules | null = null;

/** What prices and checks a step; null before it was loaded. */
export const stepRules = (): StepRules | null => rules;

/** With what codes and discounts do to a price, where there are any. */
export async function loadStepRules({ draft, catalog }: Pick<StepProps, 'draft' | 'catalog'>): Promise<StepRules> {
  const loaded = await import('./step-rules.ts');
  if (draft.voucherCodes[0] || catalog.discounts[0]) await loaded.loadCodeRules();
  rules = loaded;
  return loaded;
}

/** The server has them from the start. */
export function haveStepRules(all: StepRules): void {
  rules = all;
}
