import type { CatalogCompetition, CatalogQuota } from './catalog.ts';

/**
 * What competitions that share a quota have left together. `left`: what none of them has sold; `free`: what of that is not
 * kept for others at this moment.
 */
export type SharedQuota = { id: number; left: number; free: number };

/** The competitions with what is left of what they share, by what is sold of each of them now. */
export function withQuotas(
  competitions: readonly CatalogCompetition[],
  quotas: readonly CatalogQuota[],
): CatalogCompetition[] {
  if (quotas.length === 0) return [...competitions];
  const shared = new Map(
    quotas.flatMap(({ id, quotaTotal, competitionIds }) => {
      const members = competitions.filter((competition) => competitionIds.includes(competition.id));
      const left = quotaTotal - members.reduce((sum, { sold }) => sum + sold, 0);
      return members.map((member) => [member.id, { id, left, free: left }] as const);
    }),
  );
  return competitions.map((competition) => {
    const quota = shared.get(competition.id);
    return quota ? { ...competition, quota } : competition;
  });
}

/** What one can have of a shared quota now; without one there is no end. */
export const quotaFree = ({ quota }: Pick<CatalogCompetition, 'quota'>): number =>
  quota?.free ?? Number.POSITIVE_INFINITY;

/** What somebody may have who gives up a place of `from` for one of it: what the two share has one more then. */
export function insteadOf(competition: CatalogCompetition, from: CatalogCompetition): CatalogCompetition {
  const { quota } = competition;
  if (!quota || quota.id !== from.quota?.id) return competition;
  return { ...competition, quota: { ...quota, left: quota.left + 1, free: quota.free + 1 } };
}

/** All that is left of a competition is sold, of itself or of what it shares. */
export const isSoldOut = ({
  totalTicketCount,
  sold,
  quota,
}: Pick<CatalogCompetition, 'totalTicketCount' | 'sold' | 'quota'>): boolean =>
  sold >= totalTicketCount || (quota?.left ?? 1) <= 0;

/** How many places an event has in all: competitions that share a quota have no more than that together. */
export function placesInAll(
  competitions: readonly Pick<CatalogCompetition, 'id' | 'totalTicketCount'>[],
  quotas: readonly CatalogQuota[],
): number {
  const placesOf = (some: typeof competitions) => some.reduce((sum, each) => sum + each.totalTicketCount, 0);
  const surplus = quotas.map(({ quotaTotal, competitionIds }) =>
    Math.max(0, placesOf(competitions.filter(({ id }) => competitionIds.includes(id))) - quotaTotal),
  );
  return surplus.reduce((left, more) => left - more, placesOf(competitions));
}

/** The sum over competitions, of which those that share a quota have no more than that together. */
export function sumOfShared(
  competitions: readonly CatalogCompetition[],
  countOf: (competition: CatalogCompetition) => number,
): number {
  const alone = competitions.filter(({ quota }) => !quota).reduce((sum, each) => sum + countOf(each), 0);
  const groups = Map.groupBy(
    competitions.filter(({ quota }) => quota),
    ({ quota }) => quota?.id,
  );
  return [...groups.values()].reduce((sum, members) => {
    const free = Math.max(0, Math.min(...members.map(quotaFree)));
    return (
      sum +
      Math.min(
        free,
        members.reduce((of, each) => of + countOf(each), 0),
      )
    );
  }, alone);
}

/**
 * Competitions that are kept because somebody waits for one of them: what they share is what that one lacks, so whatever
 * comes free of the others is for whoever waits as well.
 */
export function keptTogether(
  competitions: readonly CatalogCompetition[],
  quotas: readonly CatalogQuota[],
  waitedFor: ReadonlySet<number>,
): number[] {
  // A group may wait for more places than its competition has, of a quota with plenty: then the others have enough as well.
  const lacksOnlyQuota = ({ id, totalTicketCount, sold, prices, quota }: CatalogCompetition): boolean => {
    const left = Math.min(
      totalTicketCount - sold,
      Math.max(0, ...prices.map((price) => price.quantityTotal - price.sold)),
    );
    return waitedFor.has(id) && quota !== undefined && quota.left < left;
  };
  const mates = quotas
    .filter(({ competitionIds }) =>
      competitions.some((each) => competitionIds.includes(each.id) && lacksOnlyQuota(each)),
    )
    .flatMap(({ competitionIds }) => competitionIds);
  return [...new Set([...waitedFor, ...mates])];
}
