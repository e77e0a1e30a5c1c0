/**
 * What becomes of somebody, or of a line.
 *
 * set        gets the number `after`; null takes it away
 * full       gets none: the competition's ranges have none left
 * noRange    gets none: their competition has no range
 * same       has that number already
 * empty      the line has no number; what the person has stays
 * notFound   the line fits nobody
 * ambiguous  the line fits more than one
 * twice      another line gives the same person another number
 * taken      somebody else has the number, or another line gives it to somebody else
 * keptThere  a timing system still knows the number by somebody who canceled
 * invalid    no start number is that long
 * newer      has another number since; it stays
 */
export const itemOutcomes = [
  'set',
  'full',
  'noRange',
  'same',
  'empty',
  'notFound',
  'ambiguous',
  'twice',
  'taken',
  'keptThere',
  'invalid',
  'newer',
] as const;
export type ItemOutcome = (typeof itemOutcomes)[number];
