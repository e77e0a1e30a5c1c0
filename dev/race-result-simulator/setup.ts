import { createHash } from 'node:crypto';
import type { Command, EventSetup } from './books.ts';

export const testTimingPath = '/dev/race-result';
export const testTimingEvent = '165435';

export const testTimingOf = (publicUrl: string) => ({
  rrId: testTimingEvent,
  addresses: addressesOf(`${publicUrl}${testTimingPath}`, testTimingEvent),
  timeField,
  page: `${testTimingPath}/_sim/`,
});

/** API keys: one per command, 32 characters A-Z0-9, deterministic per event. */
export const keyOf = (eventId: string, command: Command): string =>
  createHash('sha256').update(`${eventId} ${command}`).digest('hex').toUpperCase().slice(0, 32);

export const timeField = 'Finish.CHIP';

const used = {
  newBibUrl: 'part/new',
  saveFieldsUrl: 'part/savefields',
  saveValueUrl: 'part/savevalue',
  reassignAgeGroupsUrl: 'agegroups/reassign',
  changeLinkUrl: 'changelink',
  listUrl: 'data/list',
} as const satisfies Record<string, Command>;

export const simulatedEvent = (
  id: string,
  contests: EventSetup['contests'],
  customFields: string[] = [],
): EventSetup => ({
  id,
  contests,
  customFields,
  entries: Object.values(used).map((command) => ({ key: keyOf(id, command), command })),
});

/** The addresses that an organizer enters. */
export const addressesOf = (baseUrl: string, id: string): Record<keyof typeof used, string> =>
  Object.fromEntries(
    Object.entries(used).map(([name, command]) => [name, `${baseUrl}/${id}/${keyOf(id, command)}`]),
  ) as Record<keyof typeof used, string>;
