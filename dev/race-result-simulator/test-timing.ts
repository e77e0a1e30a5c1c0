import { addressesOf, timeField } from './setup.ts';

export const testTimingPath = '/dev/race-result';
export const testTimingEvent = '165435';

export const testTimingOf = (publicUrl: string) => ({
  rrId: testTimingEvent,
  addresses: addressesOf(`${publicUrl}${testTimingPath}`, testTimingEvent),
  timeField,
  page: `${testTimingPath}/_sim/`,
});
