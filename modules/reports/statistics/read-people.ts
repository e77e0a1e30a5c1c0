import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { competitions, events } from '#modules/events/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { compareNames, folded } from '#src/kernel/fold.ts';
import { soldAreas, soldClubs, soldPeople } from '../schema.ts';

/** Participants of complete and shipped orders; empty text: unknown. */
export type Group = { competitionId: number; gender: string; birthYear: string; nation: string; people: number };
export type Club = { club: string; people: number };
export type Area = { countryCode: string; zipCode: string; people: number };

export async function readPeople(reader: Reader, eventId: number): Promise<Group[]> {
  const { eventId: _, ...columns } = {
    eventId: soldPeople.eventId,
    competitionId: soldPeople.competitionId,
    gender: soldPeople.gender,
    birthYear: soldPeople.birthYear,
    nation: soldPeople.nation,
    people: soldPeople.people,
  };
  return await reader
    .select(columns)
    .from(soldPeople)
    .where(and(eq(soldPeople.eventId, eventId), gt(soldPeople.people, 0)));
}

/** Typed club names that differ by case, accents or spaces count as one, under the most frequent spelling. */
export async function readClubs(reader: Reader, eventId: number): Promise<Club[]> {
  const rows = await reader
    .select({ club: soldClubs.club, people: soldClubs.people })
    .from(soldClubs)
    .where(and(eq(soldClubs.eventId, eventId), gt(soldClubs.people, 0)))
    .orderBy(desc(soldClubs.people), soldClubs.club);
  const byName = Map.groupBy(rows, ({ club }) =>
    folded(club)
      .replace(/[\s.]+/g, ' ')
      .trim(),
  );
  return [...byName.values()]
    .map((same) => ({ club: same[0]?.club ?? '', people: same.reduce((sum, { people }) => sum + people, 0) }))
    .sort((a, b) => b.people - a.people || compareNames(a.club, b.club));
}

/** Buyers' places, weighted by participants. */
export async function readAreas(reader: Reader, eventId: number): Promise<Area[]> {
  return await reader
    .select({ countryCode: soldAreas.countryCode, zipCode: soldAreas.zipCode, people: soldAreas.people })
    .from(soldAreas)
    .where(and(eq(soldAreas.eventId, eventId), gt(soldAreas.people, 0)))
    .orderBy(desc(soldAreas.people), soldAreas.countryCode, soldAreas.zipCode);
}

export async function readCompetitionTitles(reader: Reader, eventId: number): Promise<Map<number, string>> {
  const rows = await reader
    .select({ id: competitions.id, title: competitions.title })
    .from(competitions)
    .where(eq(competitions.eventId, eventId));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export async function readAllEvents(reader: Reader) {
  return await reader
    .select({
      id: events.id,
      title: events.title,
      timeZone: events.timeZone,
      startTimestamp: events.startTimestamp,
    })
    .from(events)
    .orderBy(desc(events.startTimestamp), sql`${events.id} desc`);
}
