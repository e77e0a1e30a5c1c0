/**
 * `open`: places are held, members join. `grace`: the deadline has passed with too few; the captain may pay the rest.
 * Ends: `complete`; `unclaimed` (nobody joined on the first day); `dissolved` (too few); `closed` by captain or
 * organizer; `off` (event canceled or without teams).
 */
export const liveStates = ['open', 'grace'] as const;
export const endStates = ['complete', 'unclaimed', 'dissolved', 'closed', 'off'] as const;
export const teamStates = [...liveStates, ...endStates] as const;
export type LiveState = (typeof liveStates)[number];
export type EndState = (typeof endStates)[number];
export type TeamState = (typeof teamStates)[number];

export const isLive = (state: TeamState): state is LiveState => (liveStates as readonly string[]).includes(state);

/** Informational only. */
export const teamKinds = ['friends', 'family', 'club', 'company'] as const;
export type TeamKind = (typeof teamKinds)[number];

/** What happens to a team with too few members at its end: full refund, or it starts as it is. */
export const shortRules = ['dissolve', 'keep'] as const;
export type ShortRule = (typeof shortRules)[number];
export type TeamSettings = { mostOpen: number; shortRule: ShortRule };
/** Without settings of the organizer. */
export const usualSettings: TeamSettings = { mostOpen: 2, shortRule: 'dissolve' };
export const maxOpenTeams = 20;

/** Largest team where the competition has no limit. */
export const defaultMaxPlaces = 10;
/** Days after which ended teams are deleted; the orders keep who started. */
export const retentionDays = 365;
