import type { Work } from '#src/data/work.ts';
import type { AddressField } from './read-settings.ts';

/** A time of one of our people, as RACE RESULT says it. */
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
    /** The timing system of demo mode, to be tried; null: there is none. */
    testTiming(): {
      rrId: string;
      addresses: Readonly<Record<AddressField, string>>;
      timeField: string;
      page: string;
    } | null;
    /** A time as timing systems write it, in milliseconds; null: it is none. */
    readTime(text: string): number | null;
    /** Makes them results, by the rules of results. `editorId` null: nobody pressed a button. */
    saveTimes(
      work: Work,
      asked: { eventId: number; editorId: number | null; rows: readonly TimedRow[] },
    ): Promise<{ made: number; changed: number }>;
  }
}
