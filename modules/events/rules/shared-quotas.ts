import type { CatalogCompetition, CatalogQuota } from './catalog.ts';

/** Adds the state of shared quotas by the current sales. */
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

/** Infinity without a quota. */
export const quotaFree = ({ quota }: Pick<CatalogCompetition, 'quota'>): number =>
  quota?.free ?? Number.POSITIVE_INFINITY;

/** For a person who gives up a place of `from`: the shared quota has one more place. */
export function insteadOf(competition: CatalogCompetition, from: CatalogCompetition): CatalogCompetition {
  const { quota } = competition;
  if (!quota || quota.id !== from.quota?.id) return competition;
  return { ...competition, quota: { ...quota, left: quota.left + 1, free: quota.free + 1 } };
}

/** Its own places or those of its quota are sold. */
export const isSoldOut = ({
  totalTicketCount,
  sold,
  quota,
}: Pick<CatalogCompetition, 'totalTicketCount' | 'sold' | 'quota'>): boolean =>
  sold >= totalTicketCount || (quota?.left ?? 1) <= 0;

/** Total places, counting shared quotas once. */
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

/** Sums over competitions, limited by shared quotas. */
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
 * Competitions blocked for a waiting list: when the shared quota is the bottleneck, places that come free at the
 * others belong to the waiting people too.
 */
export function heldTogether(
  competitions: readonly CatalogCompetition[],
  quotas: readonly CatalogQuota[],
  waitedFor: ReadonlySet<number>,
): number[] {
  // With enough left in the quota, the other competitions stay open.
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
