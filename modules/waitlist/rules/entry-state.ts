/**
 * `asked`: the address has to be proven first. `waiting`: in line. `offered`: places are kept for them until an hour. The
 * others are ends: bought; the hour passed; turned down; left the list; taken off it by the organizer; the list itself ended.
 */
export const liveStates = ['asked', 'waiting', 'offered'] as const;
export const endStates = ['bought', 'lapsed', 'declined', 'left', 'removed', 'closed'] as const;
export const entryStates = [...liveStates, ...endStates] as const;
export type LiveState = (typeof liveStates)[number];
export type EntryState = (typeof entryStates)[number];

export const isLive = (state: EntryState): state is LiveState => (liveStates as readonly string[]).includes(state);

/** Why a list ended with those who were still on it. */
const closings = ['canceled', 'over', 'off'] as const;
export type Closing = (typeof closings)[number];

/** An address that nobody proved is of no use then; what ended is kept for the figures of an event for some time. */
export const unprovenDays = 3;
export const retentionDays = 180;
