import type { Work } from '#src/data/work.ts';
import type { AddressField } from './read-settings.ts';

export type TimedRow = {
  competitionId: number;
  participantId: number;
  bib: string | null;
  timeMs: number | null;
  status: 'finished' | 'dsq' | 'dnf' | 'dns';
  splits: readonly { name: string; timeMs: number }[];
};

declare module '#src/runtime/deps.ts' {
  interface Slots {
    /** The simulated timing system of demo mode; null otherwise. */
    testTiming(): {
      rrId: string;
      addresses: Readonly<Record<AddressField, string>>;
      timeField: string;
      page: string;
    } | null;
    /** Milliseconds; null when the text is not a time. */
    readTime(text: string): number | null;
    /** `editorId` null: by the job. */
    saveTimes(
      work: Work,
      input: { eventId: number; editorId: number | null; rows: readonly TimedRow[] },
    ): Promise<{ made: number; changed: number }>;
  }
}
