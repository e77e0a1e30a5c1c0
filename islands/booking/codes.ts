export type CodeRules = typeof import('./code-rules.ts');

let rules: CodeRules | null = null;

/** What codes and discounts do; null before it was loaded, which it is before one is shown or counted. */
export const codeRules = (): CodeRules | null => rules;

export async function loadCodeRules(): Promise<void> {
  rules ??= await import('./code-rules.ts');
}

/** The server has them from the start. */
export function haveCodeRules(all: CodeRules): void {
  rules = all;
}
