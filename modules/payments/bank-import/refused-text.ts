import type { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';

/** Why a file was refused, with the line. */
export function refusedText(i18n: Translator, { details }: Problem): string {
  const key = `imports.refused.${String(details.fault)}`;
  const text = i18n.t(i18n.has(key) ? key : 'imports.refused.unknownFormat');
  const { line } = details;
  return typeof line === 'number' ? i18n.t('imports.refused.at', { text, line: i18n.number(line) }) : text;
}
