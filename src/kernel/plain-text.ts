// Our own: two patterns that every door and every shape share.

/**
 * What nobody types and no text needs: control characters but tab and line ends, and those that turn the direction of what
 * stands around them, so that a name would change how a list reads. Copied along unseen (with telephone numbers, say).
 */
const neverNeeded = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069';
const unseen = new RegExp(`[${neverNeeded}]+`, 'g');
const lineEnds = /[\t\r\n\u2028\u2029]+/g;

/** A text of any length without what it cannot need; lines and tabs stay. */
export const withoutUnseen = (text: string): string => text.replace(unseen, '');

/** A text of several lines, such as a description: its line ends are `\n`, however they were sent. */
export const severalLines = (text: string): string =>
  withoutUnseen(text)
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .trim();

/** A name, a title, or another text of one line: that, and what divides lines is a space. */
export const oneLine = (text: string): string => withoutUnseen(text).replace(lineEnds, ' ').trim();
