import { type FeatureSetting, type ManagedCall, updateEvent, usualValues } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { EventFlag } from '#modules/events/rules/event-flags.ts';
import { lotteriesOf } from '#modules/lottery/index.ts';
import { saveSettings, settingsOf } from '#modules/transfers/index.ts';
import { saveRoom } from '#modules/waiting-room/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';

export const featureNames = [
  'placeHolds',
  'waitlist',
  'lottery',
  'sharedTeams',
  'groupRegistration',
  'buyerChanges',
  'transfers',
  'waitingRoom',
] as const;
export type FeatureName = (typeof featureNames)[number];

type Event = Catalog['event'];
type Editor = Pick<Viewer, 'userId'>;
/** A feature of an event with its switch. */
export type Feature = {
  /** The number behind the switch. */
  setting?: FeatureSetting;
  /** The feature's own page below the event. */
  page?: string;
  isOn: (event: Event, read: Reader) => boolean | Promise<boolean>;
  switchOn: (work: Work, event: Event, editor: Editor) => Promise<void>;
  /** The page to go to after switching on, for what has no usual value. */
  goesOnAt?: string;
  /** A page that switches it off, in place of `switchOff`. */
  offPage?: string;
  switchOff?: (work: Work, event: Event, editor: Editor) => Promise<void>;
};

const settingFeature = (setting: FeatureSetting): Feature => ({
  setting,
  isOn: (event) => event[setting] !== null,
  switchOn: (work, { id }) => updateEvent(work, id, { [setting]: usualValues[setting] }),
  switchOff: (work, { id }) => updateEvent(work, id, { [setting]: null }),
});

const flagFeature = (flag: EventFlag, page: string): Feature => ({
  page,
  isOn: (event) => event[flag],
  switchOn: (work, { id }) => updateEvent(work, id, { [flag]: true }),
  switchOff: (work, { id }) => updateEvent(work, id, { [flag]: false }),
});

const switchTransfers =
  (mode: 'allowed' | 'off') =>
  (work: Work, { id: eventId, title }: Event, editor: Editor): Promise<void> =>
    saveSettings(work, editor, { eventId, title }, { mode });

export const features: Record<FeatureName, Feature> = {
  placeHolds: settingFeature('placeHoldMinutes'),
  waitlist: { ...settingFeature('offerHours'), page: 'waitlist' },
  lottery: {
    page: 'lottery',
    isOn: async ({ id }, read) =>
      (await lotteriesOf(read, id)).some(({ drawnAt, calledOffAt }) => drawnAt === null && calledOffAt === null),
    // Drawn places are offers with a deadline. Competition and dates have no usual value.
    switchOn: async (work, { id, offerHours }) => {
      if (offerHours === null) await updateEvent(work, id, { offerHours: usualValues.offerHours });
    },
    goesOnAt: 'lottery',
    offPage: 'lottery',
  },
  sharedTeams: { ...settingFeature('teamDays'), page: 'shared-teams' },
  groupRegistration: flagFeature('groupRegistration', 'participant-imports'),
  buyerChanges: flagFeature('buyersMayChange', 'settings/people'),
  transfers: {
    page: 'transfers',
    isOn: async ({ id }, read) => (await settingsOf(read, id)).mode !== 'off',
    switchOn: switchTransfers('allowed'),
    switchOff: switchTransfers('off'),
  },
  waitingRoom: {
    page: 'waiting-room',
    isOn: ({ waitingRoom }) => waitingRoom,
    switchOn: (work, { id }, editor) => saveRoom(work, editor, id, {}),
    offPage: 'waiting-room/end',
  },
};

export const featuresPath = (eventId: number): string => `/admin/events/${eventId}/features`;
export const isFeature = (name: string): name is FeatureName => Object.hasOwn(features, name);
export type FeatureStates = Record<FeatureName, boolean>;

export async function featureStates({ call, catalog: { event } }: ManagedCall): Promise<FeatureStates> {
  const states = await Promise.all(
    featureNames.map(async (name) => [name, await features[name].isOn(event, call.deps.read)] as const),
  );
  return Object.fromEntries(states) as FeatureStates;
}
