import type { Translator } from '#src/platform/locale.ts';

/** A way to pay as people call it; what we do not know keeps its own name. */
export function methodLabel(words: Translator, method: string): string {
  const key = `payments.method.${method}`;
  return words.has(key) ? words.t(key) : method;
}
