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
