/**
 * A mail server's answer for the log and for support: its codes and sentence. Servers quote their input, so addresses, quoted or
 * bracketed text, links and known texts of the mail (`values`) are left out.
 */
export function serverWords(answer: string, values: readonly string[]): string {
  const known = [...new Set(values.flatMap((value) => [value, ...value.split(/[\s,;<>@]+/)]))]
    .filter((value) => value.length >= 3)
    .sort((a, b) => b.length - a.length);
  const bare = answer
    .replace(/\s+/g, ' ')
    .replace(/<[^>]*>|"[^"]*"|“[^”]*”|`[^'`]*['`]|(?<!\w)'[^']*'(?!\w)/g, '…')
    .replace(/\b[a-z][\w+.-]*:\/\/\S+/gi, '…')
    .replace(/[^\s…]+@[^\s…]+/g, '…');
  return known
    .reduce((text, value) => withoutWord(text, value), bare)
    .replace(/\d{5,}/g, '…')
    .slice(0, 500);
}

function withoutWord(text: string, word: string): string {
  const asWord = new RegExp(
    `(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'giu',
  );
  return text.replace(asWord, '…');
}

/** Words of a mail with a capital letter or a digit. */
export const namesIn = (text: string): string[] =>
  [...new Set(text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]{2,}/gu))].filter(
    (word) => /[\p{Lu}\p{N}]/u.test(word) && !serverReplies.has(word.toLowerCase()),
  );

/** Words that servers use themselves. */
const serverReplies = new Set(
  'mail mailbox message messages user recipient sender address domain server service error rejected refused the your this please 550 552 554'.split(
    ' ',
  ),
);

/** Codes of an answer without its sentence. */
export const serverCodes = (answer: string): string => /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3})?/.exec(answer)?.[0] ?? answer;

export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
