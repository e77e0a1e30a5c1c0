/** In which sequence people get numbers. */
export const sequences = ['orderDate', 'name', 'club', 'seedTime'] as const;
export type Sequence = (typeof sequences)[number];

export const runKinds = ['assign', 'import', 'undo'] as const;
export type RunKind = (typeof runKinds)[number];

/** How numbers are given out. */
export type AssignOptions = {
  sequence: Sequence;
  /** The question whose answer is the seed time, or any number by which the smaller starts first. */
  seedFieldId: number | null;
  /** null: of all competitions. */
  competitionIds: number[] | null;
  /** Whoever has a number may get another one. */
  reassign: boolean;
};

export type RunOptions = Partial<AssignOptions> & {
  /** Of an import. */
  fileName?: string;
  /** Of an undo: the run that it takes back. */
  undoes?: number;
};
