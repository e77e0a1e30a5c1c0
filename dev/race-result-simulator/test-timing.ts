import { addressesOf, timeField } from './setup.ts';

/** Where the timing system of demo mode is found, and its one event. */
export const testTimingPath = '/dev/race-result';
export const testTimingEvent = '165435';

/** What an organizer enters to try it. */
export const testTimingOf = (publicUrl: string) => ({
  rrId: testTimingEvent,
  addresses: addressesOf(`${publicUrl}${testTimingPath}`, testTimingEvent),
  timeField,
  page: `${testTimingPath}/_sim/`,
});
