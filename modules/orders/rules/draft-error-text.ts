import type { DraftError } from './draft-check.ts';

/** The texts of errors; the one of `emailLetter` has `{letter}` where the letter stands. */
export type DraftErrorTexts = Record<Exclude<DraftError, `emailLetter:${string}`> | 'emailLetter', string>;
export function draftErrorText(texts: DraftErrorTexts, error: DraftError): string {
  const [key, letter = ''] = error.split(':') as [keyof DraftErrorTexts, string?];
  return texts[key].replace('{letter}', letter);
}
