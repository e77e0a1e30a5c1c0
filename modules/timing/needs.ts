import type { AddressField } from './read-settings.ts';

declare module '#src/platform/deps.ts' {
  interface Deps {
    /** The timing system of demo mode, to be tried; null: there is none. */
    testTiming(): { rrId: string; addresses: Readonly<Record<AddressField, string>>; page: string } | null;
  }
}
