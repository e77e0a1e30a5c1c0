export type CodeRules = typeof import('./code-rules.ts');

let rules: CodeRules | null = null;

/** Null before it is loaded; loaded before any code is shown or counted. */
export const codeRules = (): CodeRules | null => rules;

export async function loadCodeRules(): Promise<void> {
  rules ??= await import('./code-rules.ts');
}

export function haveCodeRules(all: CodeRules): void {
  rules = all;
}
