/**
 * `open`: its places are kept, members come. `grace`: the day to pay by is over and there are too few; the captain has a
 * little longer. The others are ends: it is in; nobody paid in the first day; it had too few and was dissolved; the captain
 * or the organizer closed it; its event was canceled or keeps no places for teams any more.
 */
export const liveStates = ['open', 'grace'] as const;
export const endStates = ['complete', 'unclaimed', 'dissolved', 'closed', 'off'] as const;
export const teamStates = [...liveStates, ...endStates] as const;
export type LiveState = (typeof liveStates)[number];
export type EndState = (typeof endStates)[number];
export type TeamState = (typeof teamStates)[number];

export const isLive = (state: TeamState): state is LiveState => (liveStates as readonly string[]).includes(state);

/** What brings people together; for lists alone. */
export const teamKinds = ['friends', 'family', 'club', 'company'] as const;
export type TeamKind = (typeof teamKinds)[number];

/** What happens to a team that has too few when its time is over: it ends with all money back, or it starts as it is. */
export const shortRules = ['dissolve', 'keep'] as const;
export type ShortRule = (typeof shortRules)[number];
export type TeamSettings = { mostOpen: number; shortRule: ShortRule };
/** As long as an organizer said nothing. */
export const usualSettings: TeamSettings = { mostOpen: 2, shortRule: 'dissolve' };
export const maxOpenTeams = 20;

/** Where the team may have any size. */
export const defaultMaxPlaces = 10;
/** What is said of a team is forgotten after so many days; who started stands in the orders. */
export const retentionDays = 365;
