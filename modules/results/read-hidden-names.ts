import { and, eq, type SQL, sql } from 'drizzle-orm';
import { competitions, events } from '#modules/events/schema.ts';
import { participants } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { dateIn, type Instant } from '#src/kernel/time.ts';
import type { ResultContent } from './rules/result.ts';
import { isNameShown, minShownAge } from './rules/visible-name.ts';
import { publicNames } from './schema.ts';

export async function hiddenNamesOf(reader: Reader, eventId: number): Promise<ReadonlySet<number>> {
  const rows = await reader
    .select({ id: publicNames.participantId })
    .from(participants)
    .innerJoin(publicNames, eq(publicNames.participantId, participants.id))
    .where(and(eq(participants.eventId, eventId), eq(publicNames.isShown, false)));
  return new Set(rows.map(({ id }) => id));
}

const startsAt = sql<Instant>`coalesce(${competitions.timestamp}, ${events.startTimestamp})`;
/** Limits the rows: nearly everyone is an adult without a choice. */
const canBeNameless = sql`${publicNames.isShown} is not 1 and (${publicNames.isShown} = 0 or ${participants.birthDate} is null
  or substr(${participants.birthDate}, 1, 4) + ${minShownAge + 1} >= strftime('%Y', ${startsAt} / 1000, 'unixepoch') + 0)`;

const peopleWithRules = (tx: Tx, which: SQL | undefined) =>
  tx
    .select({
      id: participants.id,
      competitionId: participants.competitionId,
      firstName: participants.firstName,
      lastName: participants.lastName,
      birthDate: participants.birthDate,
      choice: publicNames.isShown,
      at: startsAt,
      timeZone: events.timeZone,
      maxAge: competitions.maxAge,
    })
    .from(participants)
    .innerJoin(competitions, eq(competitions.id, participants.competitionId))
    .innerJoin(events, eq(events.id, participants.eventId))
    .leftJoin(publicNames, eq(publicNames.participantId, participants.id))
    .where(which);
type Person = Awaited<ReturnType<typeof peopleWithRules>>[number];
const isNamed = ({ choice, birthDate, at, timeZone, maxAge }: Person): boolean =>
  isNameShown(choice, birthDate, { day: dateIn(at, timeZone), maxAge });

/** Registered people not shown by name, in the form of a file's line. */
export async function namelessOf(
  tx: Tx,
  eventId: number,
): Promise<Pick<ResultContent, 'competitionId' | 'key' | 'name' | 'birthYear'>[]> {
  const people = await peopleWithRules(
    tx,
    and(eq(participants.eventId, eventId), eq(participants.live, true), canBeNameless),
  );
  return people
    .filter((person) => !isNamed(person))
    .map(({ id, competitionId, firstName, lastName, birthDate }) => ({
      competitionId,
      // Not a bib, so it matches no line.
      key: `registered ${id}`,
      name: `${firstName} ${lastName}`,
      birthYear: birthDate === null ? null : Number(birthDate.slice(0, 4)),
    }));
}

export async function mayName(tx: Tx, participantId: number): Promise<boolean> {
  const [person] = await peopleWithRules(tx, eq(participants.id, participantId));
  return person === undefined || isNamed(person);
}
