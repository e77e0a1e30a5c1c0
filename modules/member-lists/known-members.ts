import type { Catalog, CatalogDiscount } from '#modules/events/rules/catalog.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type Asker, countMemberLookups } from './member-lookup-limit.ts';
import { type Enterer, needsProof, provenMailbox } from './member-proofs.ts';
import { memberOf } from './rules/list.ts';
import { type Listed, typedFor } from './rules/member.ts';

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
