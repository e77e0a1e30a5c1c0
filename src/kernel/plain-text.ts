/**
 * Control characters except tab and line ends, and bidirectional overrides, which would change how a list reads. They get copied
 * along unseen, with telephone numbers for example.
 */
const neverNeeded = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069';
const unseen = new RegExp(`[${neverNeeded}]+`, 'g');
const lineEnds = /[\t\r\n\u2028\u2029]+/g;

/** Removes control characters; lines and tabs remain. */
export const withoutUnseen = (text: string): string => text.replace(unseen, '');

/** Text of several lines, with `\n` line ends. */
export const severalLines = (text: string): string =>
  withoutUnseen(text)
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .trim();

/** Text of one line: line breaks become blanks. */
export const oneLine = (text: string): string => withoutUnseen(text).replace(lineEnds, ' ').trim();
