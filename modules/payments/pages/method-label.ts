import type { Words } from '#src/platform/locale.ts';

/** A way to pay as people call it; what we do not know keeps its own name. */
export function methodLabel(words: Words, method: string): string {
  const key = `payments.method.${method}`;
  return words.has(key) ? words.t(key) : method;
}
