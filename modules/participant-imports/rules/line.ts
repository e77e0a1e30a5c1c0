import type { ParticipantData } from '#modules/orders/rules/participant.ts';

/** A filled line of the file, with its number there. */
export type FileRow = { line: number; cells: readonly string[] };

export const lineOutcomes = ['new', 'duplicate', 'refused'] as const;
export type LineOutcome = (typeof lineOutcomes)[number];

export type ImportedPerson = ParticipantData & { competitionId: number | null; teamName: string | null };

/** What becomes of a line. `errors` are sentences in the language of the person who uploaded. */
export type LineRecord = {
  line: number;
  outcome: LineOutcome;
  errors: readonly string[];
  participant: ImportedPerson;
};

export type LineCounts = Record<LineOutcome, number>;

export function countLines(lines: readonly Pick<LineRecord, 'outcome'>[]): LineCounts {
  const counts: LineCounts = { new: 0, duplicate: 0, refused: 0 };
  for (const { outcome } of lines) counts[outcome] += 1;
  return counts;
}

/** People in one import; longer lists need several. */
export const maxImportedPeople = 1000;
