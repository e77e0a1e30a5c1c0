export const sequences = ['orderDate', 'name', 'club', 'seedTime'] as const;
export type Sequence = (typeof sequences)[number];

export const runKinds = ['assign', 'import', 'undo'] as const;
export type RunKind = (typeof runKinds)[number];

export type AssignOptions = {
  sequence: Sequence;
  /** The question whose answer is the seed time, or any number; smaller starts first. */
  seedFieldId: number | null;
  /** null: all competitions. */
  competitionIds: number[] | null;
  reassign: boolean;
};

export type RunOptions = Partial<AssignOptions> & {
  fileName?: string;
  /** The run that an undo reverts. */
  undoes?: number;
};

export const itemOutcomes = [
  'set', // gets the number `after`; null takes it away
  'full', // the competition's ranges have no number left
  'noRange', // the competition has no range
  'same', // has that number already
  'chip', // gets a chip and keeps the number
  'empty', // the line has no number; the person keeps theirs
  'notFound', // the line matches no person
  'ambiguous', // the line matches several people
  'twice', // another line gives the same person another number
  'taken', // another person has the number, or another line assigns it
  'keptThere', // a timing system knows the number by a canceled participant
  'invalid', // too long for a start number
  'newer', // got another number since; it stays
] as const;
export type ItemOutcome = (typeof itemOutcomes)[number];
