import type { Catalog, CatalogDiscount } from '#modules/events/rules/catalog.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { refuse } from '#src/kernel/problem.ts';
import { hours, type Instant, instant } from '#src/kernel/time.ts';
import { type DiscountUser, needsProof, provenMailbox } from './discount-uses.ts';
import { canonicalMember, type Listed, memberInput } from './rules/list.ts';

export type MemberCaller = { visitId: string | null; clientAddress: string; limitFactor: number };

/** Lookups per hour: an order has up to 500 people, and a school shares one network. Repeated values count once. */
const maxPerVisit = 600;
const maxPerNetwork = 3000;
const windowMs = hours(1);
/** The most recent requesters; at most 70 MB. */
const maxCached = 2000;

type Lookups = { until: Instant; values: Set<string> };
/** In memory, so that reading a page writes nothing. A restart resets the counters. */
const lookups = new Map<string, Lookups>();

/**
 * Prices reveal who is on a list, so lookups are limited.
 * @throws Problem TOO_MANY_REQUESTS with `details.retryAfterSeconds`
 */
function countMemberLookups(
  { visitId, clientAddress, limitFactor }: MemberCaller,
  values: readonly string[],
  now: Instant,
) {
  if (limitFactor === 0) return;
  if (visitId !== null) countOf(`visit|${visitId}`, maxPerVisit, values, now);
  countOf(`network|${clientAddress}`, Math.ceil(maxPerNetwork * limitFactor), values, now);
}

function countOf(key: string, max: number, values: readonly string[], now: Instant): void {
  const known = lookups.get(key);
  // Limits the wait to an hour when the clock is set back.
  const isNow = known && known.until > now && known.until - now <= windowMs;
  const entry = isNow ? known : { until: instant(now + windowMs), values: new Set<string>() };
  const fresh = values.filter((value) => !entry.values.has(value));
  if (entry.values.size + fresh.length > max)
    refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil((entry.until - now) / 1000)) });
  for (const value of fresh) entry.values.add(value);
  lookups.delete(key);
  lookups.set(key, entry);
  if (lookups.size > maxCached) lookups.delete(lookups.keys().next().value as string);
}

type Teams = readonly { participants: readonly Listed[] }[];
type Discounts = Pick<Catalog, 'discounts'>;

const listsOf = ({ discounts }: Discounts): CatalogDiscount[] =>
  discounts.filter(({ discountKind }) => discountKind === 'list');

type MemberLookup = { discountId: number; typed: string; member: string };

/** `teamsOf` is called only when there is a list. */
function lookupsOf(catalog: Discounts, teamsOf: () => Teams): MemberLookup[] {
  const lists = listsOf(catalog);
  const teams = lists.length > 0 ? teamsOf() : [];
  return lists.flatMap((discount) => {
    const typed = new Set(teams.flatMap(({ participants }) => participants.map((each) => memberInput(discount, each))));
    return [...typed].flatMap((each) => {
      const member = each ? canonicalMember(discount, each) : null;
      return !each || member === null ? [] : { discountId: discount.id, typed: each, member };
    });
  });
}

/** Conflict keys: bookings in one batch must not use the same member twice. */
export const memberConflictKeys = (catalog: Discounts, teamsOf: () => Teams): string[] =>
  lookupsOf(catalog, teamsOf).map(({ discountId, member }) => `member|${discountId}|${member}`);

const unusedMembersStatement = `select a.value ->> 0 discountId, a.value ->> 1 typed, m.member
  from json_each(?) a join discount_members m on m.discount_id = a.value ->> 0 and m.member = a.value ->> 2
  where not exists
    (select 1 from discount_uses u where u.discount_id = m.discount_id and u.member = m.member
      and iif(u.is_asked = 1 and u.proven_at is null, a.value ->> 3 = 1, u.live = 1))`;

/**
 * The catalog with the unused members found in this basket. Skips the query without lists or people. `asker`: limited,
 * since it may be a stranger. `enterer`: before the owner of an address agrees, only the owner gets the discount.
 * @throws Problem TOO_MANY_REQUESTS
 */
export async function withMembers(
  reader: Reader | Tx,
  catalog: Catalog,
  teamsOf: () => Teams,
  { asker, enterer, now }: { asker: MemberCaller | null; enterer: DiscountUser; now: Instant },
): Promise<Catalog> {
  const wanted = lookupsOf(catalog, teamsOf);
  if (wanted.length === 0) return catalog;
  if (asker) {
    const values = wanted.map(({ discountId, member }) => `${discountId}|${member}`);
    countMemberLookups(asker, values, now);
  }
  const proven = await provenMailbox(reader, enterer);
  const lookups = JSON.stringify(
    wanted.map((each) => [each.discountId, each.typed, each.member, needsProof(catalog, each, proven) ? 1 : 0]),
  );
  const found = await reader.all<{ discountId: number; typed: string; member: string }>(
    ready(unusedMembersStatement, [lookups]),
  );
  if (found.length === 0) return catalog;
  const known = Map.groupBy(found, ({ discountId }) => discountId);
  const listed = catalog.discounts.flatMap((discount) => {
    const own = known.get(discount.id);
    return own ? { ...discount, members: own.map(({ typed, member }) => [typed, member] as const) } : [];
  });
  // Lists come last, so that an equal other discount does not use up a member.
  return { ...catalog, discounts: [...catalog.discounts.filter(({ id }) => !known.has(id)), ...listed] };
}
