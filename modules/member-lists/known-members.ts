import type { Catalog, CatalogDiscount } from '#modules/events/rules/catalog.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { refuse } from '#src/kernel/problem.ts';
import { hours, type Instant, instant } from '#src/kernel/time.ts';
import { type Enterer, needsProof, provenMailbox } from './discount-uses.ts';
import { type Listed, memberOf, typedFor } from './rules/list.ts';

/** Whoever asks the price of a basket. */
export type Asker = { visitId: string | null; clientAddress: string; limitFactor: number };

/**
 * So many addresses and numbers may be looked for in an hour: an order has 500 people at the most, and a school stands
 * behind one network. Asking for one again counts nothing, since every page of a booking does.
 */
const maxPerVisit = 600;
const maxPerNetwork = 3000;
const windowMs = hours(1);
/** Whoever asked last is kept; so many hold 70 MB at the most. */
const maxCached = 2000;

type Asked = { until: Instant; values: Set<string> };
/** In memory: reading a page writes nothing, and a restart lets nobody ask for much more. */
const asked = new Map<string, Asked>();

/**
 * The price of a basket says who is on a list, so nobody may ask for thousands.
 * @throws Problem TOO_MANY_REQUESTS with `details.retryAfterSeconds`
 */
function countMemberLookups({ visitId, clientAddress, limitFactor }: Asker, values: readonly string[], now: Instant) {
  if (limitFactor === 0) return;
  if (visitId !== null) countOf(`visit|${visitId}`, maxPerVisit, values, now);
  countOf(`network|${clientAddress}`, Math.ceil(maxPerNetwork * limitFactor), values, now);
}

function countOf(key: string, most: number, values: readonly string[], now: Instant): void {
  const known = asked.get(key);
  // A clock that was set back keeps nobody waiting for longer than an hour.
  const isNow = known && known.until > now && known.until - now <= windowMs;
  const entry = isNow ? known : { until: instant(now + windowMs), values: new Set<string>() };
  const fresh = values.filter((value) => !entry.values.has(value));
  if (entry.values.size + fresh.length > most)
    refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil((entry.until - now) / 1000)) });
  for (const value of fresh) entry.values.add(value);
  asked.delete(key);
  asked.set(key, entry);
  if (asked.size > maxCached) asked.delete(asked.keys().next().value as string);
}

type Teams = readonly { participants: readonly Listed[] }[];
type Discounts = Pick<Catalog, 'discounts'>;

const listsOf = ({ discounts }: Discounts): CatalogDiscount[] =>
  discounts.filter(({ discountKind }) => discountKind === 'list');

type Wanted = { discountId: number; typed: string; member: string };

/** `teamsOf` is asked only where there is a list. */
function wantedOf(catalog: Discounts, teamsOf: () => Teams): Wanted[] {
  const lists = listsOf(catalog);
  const teams = lists.length > 0 ? teamsOf() : [];
  return lists.flatMap((discount) => {
    const typed = new Set(teams.flatMap(({ participants }) => participants.map((each) => typedFor(discount, each))));
    return [...typed].flatMap((each) => {
      const member = each ? memberOf(discount, each) : null;
      return !each || member === null ? [] : { discountId: discount.id, typed: each, member };
    });
  });
}

/** What only one of two orders can have: bookings that are written together must not both find it unused. */
export const membersWanted = (catalog: Discounts, teamsOf: () => Teams): string[] =>
  wantedOf(catalog, teamsOf).map(({ discountId, member }) => `member|${discountId}|${member}`);

const onTheList = `select a.value ->> 0 discountId, a.value ->> 1 typed, m.member
  from json_each(?) a join discount_members m on m.discount_id = a.value ->> 0 and m.member = a.value ->> 2
  where not exists
    (select 1 from discount_uses u where u.discount_id = m.discount_id and u.member = m.member
      and iif(u.is_asked = 1 and u.proven_at is null, a.value ->> 3 = 1, u.live = 1))`;

/**
 * The catalogue as this basket meets it: with who of it is on a list and has not had the discount yet. An event without
 * lists, and a basket that names nobody, is asked nothing. `asker`: counted, since it may be a stranger. `enterer`: who enters the
 * addresses; where the owner of one was asked and has not agreed, only they get the discount.
 * @throws Problem TOO_MANY_REQUESTS when too many were asked for
 */
export async function withMembers(
  reader: Reader | Tx,
  catalog: Catalog,
  teamsOf: () => Teams,
  { asker, enterer, now }: { asker: Asker | null; enterer: Enterer; now: Instant },
): Promise<Catalog> {
  const wanted = wantedOf(catalog, teamsOf);
  if (wanted.length === 0) return catalog;
  if (asker) {
    const values = wanted.map(({ discountId, member }) => `${discountId}|${member}`);
    countMemberLookups(asker, values, now);
  }
  const proven = await provenMailbox(reader, enterer);
  const asked = JSON.stringify(
    wanted.map((each) => [each.discountId, each.typed, each.member, needsProof(catalog, each, proven) ? 1 : 0]),
  );
  const found = await reader.all<{ discountId: number; typed: string; member: string }>(ready(onTheList, [asked]));
  if (found.length === 0) return catalog;
  const known = Map.groupBy(found, ({ discountId }) => discountId);
  const listed = catalog.discounts.flatMap((discount) => {
    const own = known.get(discount.id);
    return own ? { ...discount, members: own.map(({ typed, member }) => [typed, member] as const) } : [];
  });
  // Whoever has another discount already that takes as much off uses up nothing.
  return { ...catalog, discounts: [...catalog.discounts.filter(({ id }) => !known.has(id)), ...listed] };
}
