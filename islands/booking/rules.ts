import type { StepProps } from './use-step.ts';

export type StepRules = typeof import('./step-rules.ts');

let rules: StepRules | null = null;

/** Null before it is loaded. */
export const stepRules = (): StepRules | null => rules;

/** Includes the code rules if there are codes or discounts. */
export async function loadStepRules({ draft, catalog }: Pick<StepProps, 'draft' | 'catalog'>): Promise<StepRules> {
  const loaded = await import('./step-rules.ts');
  if (draft.voucherCodes[0] || catalog.discounts[0]) await loaded.loadCodeRules();
  rules = loaded;
  return loaded;
}

export function haveStepRules(all: StepRules): void {
  rules = all;
}
