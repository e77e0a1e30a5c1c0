import type { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';

/** Why a file was refused, in words, with its line. */
export function refusedText(words: Translator, { details }: Problem): string {
  const key = `imports.refused.${String(details.fault)}`;
  const text = words.t(words.has(key) ? key : 'imports.refused.unknownFormat');
  const { line } = details;
  return typeof line === 'number' ? words.t('imports.refused.at', { text, line: words.number(line) }) : text;
}
