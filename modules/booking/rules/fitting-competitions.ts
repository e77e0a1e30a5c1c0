import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { availableTickets } from '#modules/events/rules/sale.ts';
import { entryProblems } from '#modules/orders/rules/eligibility.ts';
import { dataOfInput, type ParticipantInput, type ReadDate } from '#modules/orders/rules/participant.ts';
import type { Instant } from '#src/kernel/time.ts';

export function fittingElsewhere(
  { competitions, event }: Pick<Catalog, 'competitions' | 'event'>,
  competitionId: number,
  person: ParticipantInput,
  readDate: ReadDate,
  now: Instant,
): CatalogCompetition[] {
  const data = dataOfInput(person, readDate);
  return data.birthDate === null
    ? []
    : competitions.filter(
        (competition) =>
          competition.id !== competitionId &&
          competition.type === 'single' &&
          availableTickets(competition, now) > 0 &&
          entryProblems(competition, event.timeZone, data, now).length === 0,
      );
}
