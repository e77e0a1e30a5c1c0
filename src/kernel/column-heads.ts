import { folded } from './fold.ts';

/** A column head without case, accents, blanks and signs, by which heads of other programs are recognized. */
export const plainHead = (head: string): string => folded(head).replace(/[^a-z0-9]/g, '');

/**
 * The field given for each column, by its head or by `#3` for the third column; undefined: none was given. Null when a
 * column is named that the file does not have.
 */
export function fieldsGiven<Field extends string>(
  heads: readonly string[],
  given: Readonly<Record<string, Field>>,
): (Field | undefined)[] | null {
  const known = new Set([...heads, ...heads.map((_, at) => `#${at + 1}`)]);
  if (!Object.keys(given).every((key) => known.has(key))) return null;
  return heads.map((head, at) => {
    const key = [`#${at + 1}`, head].find((each) => Object.hasOwn(given, each));
    return key === undefined ? undefined : given[key];
  });
}

/** The first field that stands twice; a file may have several columns of the fields `maySeveral`. */
export const doubledField = <Field extends string>(
  fields: readonly (Field | null)[],
  maySeveral: readonly Field[],
): Field | undefined =>
  fields.find((field, at) => field && !maySeveral.includes(field) && fields.indexOf(field) < at) ?? undefined;
