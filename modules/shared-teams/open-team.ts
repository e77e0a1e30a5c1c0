import { and, count, eq, inArray } from 'drizzle-orm';
import { holdsWebAddress } from '#modules/accounts/rules/web-address.ts';
import { catalogOf, freeForWaiting, reserveForHold, saleFor } from '#modules/events/index.ts';
import type { CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { availableTickets, isPublic } from '#modules/events/rules/sale.ts';
import { takeTurn } from '#modules/waiting-room/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { days, instant, plus } from '#src/kernel/time.ts';
import type { Locale } from '#src/texts/locale.ts';
import { postToCaptain } from './mails.ts';
import { settingsOf } from './read-teams.ts';
import { refuse } from './rules/problems.ts';
import { defaultMaxPlaces, dueAt, graceHours, liveStates, shortestTime, type TeamKind } from './rules/team-state.ts';
import { type SharedTeam, sharedTeamPlaces, sharedTeams } from './schema.ts';
import { keyOf } from './settle-team.ts';

export type OpenTeam = {
  eventId: number;
  competitionId: number;
  name: string;
  captain: string;
  kind: TeamKind;
  places: number;
  viewer: Viewer;
  language: Locale;
};

export function sizesOf({ minTeamSize, maxTeamSize }: Pick<CatalogCompetition, 'minTeamSize' | 'maxTeamSize'>): {
  least: number;
  most: number;
} {
  const least = Math.max(1, minTeamSize);
  return { least, most: Math.max(least, maxTeamSize || defaultMaxPlaces) };
}

/**
 * Opens a team and holds its places at the current price, all or none. Like a booking it takes the captain's turn in
 * the waiting room and leaves places to the waiting list.
 * @throws Problem NOT_FOUND, VALIDATION_FAILED, SHARED_TEAM_NOT_OPEN, SHARED_TEAM_NO_PLACES,
 * WAITING_ROOM_NOT_YOUR_TURN
 */
export async function openTeam(work: Work, input: OpenTeam): Promise<SharedTeam> {
  const { eventId, competitionId, places, viewer } = input;
  const { tx, now } = work;
  const known = (await catalogOf(tx, eventId)) ?? refuse('NOT_FOUND');
  if (!isPublic(known.event) || known.event.teamDays === null) return refuse('NOT_FOUND');
  const catalog = await saleFor(tx, known, null, now);
  const competition = catalog.competitions.find(({ id, type }) => id === competitionId && type === 'team');
  if (!competition) return refuse('NOT_FOUND');
  const names = requireNames(input);
  const { least, most } = sizesOf(competition);
  if (!Number.isSafeInteger(places) || places < least || places > most) refuseFields({ places: ['places'] });
  const free = (await freeForWaiting(tx, known, now)).get(competitionId) ?? refuse('SHARED_TEAM_NO_PLACES');
  if (availableTickets(competition, now) < places) return refuse('SHARED_TEAM_NO_PLACES');
  const until = free.end(plus(now, days(known.event.teamDays) + graceHours));
  const payBy = instant(until - graceHours);
  if (payBy - now < shortestTime) return refuse('SHARED_TEAM_NOT_OPEN', { reason: 'tooLate' });
  await takeTurn(work, known, viewer);
  const times = { createdAt: now, payBy, until, remindedAt: null };
  const [team] = await tx
    .insert(sharedTeams)
    .values({
      ...{ eventId, competitionId, ...names, ...times, kind: input.kind, priceId: free.priceId, state: 'open' },
      ...{ userId: viewer.userId, email: viewer.email, language: input.language },
      dueAt: dueAt({ ...times, state: 'open' }, { in: 0 }, now),
    })
    .returning();
  const made = present(team, 'an inserted team is there');
  await requireFewTeams(work, made);
  const held = await tx
    .insert(sharedTeamPlaces)
    .values(Array.from({ length: places }, (_, at) => ({ teamId: made.id, position: at + 1 })))
    .returning();
  const of = { competitionId, priceId: free.priceId, quantity: 1, until, team: { id: made.id, name: made.name } };
  for (const place of held)
    if (!(await reserveForHold(work, { key: keyOf(place), ...of }))) return refuse('SHARED_TEAM_NO_PLACES');
  await postToCaptain(work, made, 'opened');
  return made;
}

function requireNames({ name, captain }: OpenTeam): { name: string; captain: string } {
  const texts = { name: name.trim(), captain: captain.trim() };
  for (const [field, text] of Object.entries(texts)) {
    if (text === '') refuseFields({ [field]: ['required'] });
    if (text.length > 100) refuseFields({ [field]: ['tooLong'] });
    if (holdsWebAddress(text)) refuseFields({ [field]: ['webAddress'] });
  }
  return texts;
}

/** Limits the open teams per account, since held places cannot be sold. Counts the new one. */
async function requireFewTeams({ tx }: Work, { eventId, userId }: SharedTeam): Promise<void> {
  const { mostOpen: maxOpen } = await settingsOf(tx, eventId);
  const [open] = await tx
    .select({ teams: count() })
    .from(sharedTeams)
    .where(
      and(
        eq(sharedTeams.eventId, eventId),
        eq(sharedTeams.userId, userId ?? 0),
        inArray(sharedTeams.state, [...liveStates]),
      ),
    );
  if ((open?.teams ?? 0) > maxOpen) refuse('SHARED_TEAM_NOT_OPEN', { reason: 'enough', mostOpen: maxOpen });
}
