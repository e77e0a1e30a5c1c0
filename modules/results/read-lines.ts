import { and, eq } from 'drizzle-orm';
import type { CatalogCompetition, CatalogEvent } from '#modules/events/rules/catalog.ts';
import { competitions } from '#modules/events/schema.ts';
import { participants } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { dateIn } from '#src/kernel/time.ts';
import { inputsOf } from './read-board.ts';
import type { BoardInput } from './rules/board.ts';
import { byResult } from './rules/ranks.ts';
import { finds, searchWords } from './rules/search-words.ts';
import { isNameShown } from './rules/visible-name.ts';
import { results } from './schema.ts';

/** With the full name, for organizers. */
export type Line = Pick<BoardInput, 'id' | 'participantId' | 'bib' | 'club' | 'timeMs' | 'status'> & {
  name: string;
  isNamed: boolean;
};

export async function linesFound(
  reader: Reader,
  { timeZone }: Pick<CatalogEvent, 'timeZone'>,
  { id, timestamp, maxAge }: CatalogCompetition,
  q: string,
): Promise<Line[]> {
  const rules = { day: dateIn(timestamp, timeZone), maxAge };
  const isFound = finds(q);
  const lines: Line[] = [];
  for await (const piece of inputsOf(reader, id))
    for (const input of piece) {
      const name = `${input.firstName} ${input.lastName}`.trim();
      const { participantId, bib, club, timeMs, status } = input;
      if (!isFound(searchWords([name, bib ?? '', club ?? ''].join(' ')))) continue;
      const isNamed = isNameShown(input.choice, input.birthDate, rules, input.birthYear);
      lines.push({ id: input.id, participantId, name, bib, club, timeMs, status, isNamed });
    }
  return lines.sort(byResult);
}

export type NamedResult = {
  participantId: number | null;
  orderId: number | null;
  bib: string | null;
  /** For unregistered people; null: no choice. */
  choice: boolean | null;
  competitionId: number;
  competition: string;
};

export async function resultOfEvent(reader: Reader | Tx, eventId: number, id: number): Promise<NamedResult | null> {
  const [found] = await reader
    .select({
      participantId: results.participantId,
      orderId: participants.orderId,
      bib: results.bib,
      choice: results.isNameShown,
      competitionId: results.competitionId,
      competition: competitions.title,
    })
    .from(results)
    .innerJoin(competitions, eq(competitions.id, results.competitionId))
    .leftJoin(participants, eq(participants.id, results.participantId))
    .where(and(eq(results.id, id), eq(results.eventId, eventId)));
  return found ?? null;
}
