/**
 * `asked`: address unproven. `waiting`: in line. `offered`: places are held until `offerUntil`. Ends: bought;
 * expired; declined; left; removed by the organizer; list closed.
 */
export const liveStates = ['asked', 'waiting', 'offered'] as const;
export const endStates = ['bought', 'lapsed', 'declined', 'left', 'removed', 'closed'] as const;
export const entryStates = [...liveStates, ...endStates] as const;
export type LiveState = (typeof liveStates)[number];
export type EntryState = (typeof entryStates)[number];

export const isLive = (state: EntryState): state is LiveState => (liveStates as readonly string[]).includes(state);

/** Why a whole list ended. */
const closings = ['canceled', 'over', 'off'] as const;
export type Closing = (typeof closings)[number];

/** Ended entries are kept for statistics. */
export const unprovenDays = 3;
export const retentionDays = 180;
