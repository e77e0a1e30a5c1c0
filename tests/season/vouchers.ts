import { type VoucherTarget, voucherTargets, voucherUnits, voucherUseTypes } from '#modules/vouchers/rules/voucher.ts';
import type { Invariant } from './invariants.ts';
import type { Json, Season } from './season.ts';
import { tried } from './tried.ts';

/** Codes of a season: the organizer hands them out and turns them off, buyers try them, right ones and wrong ones. */
type EventJson = {
  event: { competitions: { id: number; type: string; prices: { id: number }[] }[]; articles: { id: number }[] };
};

/** Codes of every target twice, before the sale begins. */
export async function firstCodes(season: Season): Promise<void> {
  for (const target of [...voucherTargets, ...voucherTargets]) await newCodes(season, target);
}

async function newCodes(season: Season, target: VoucherTarget = season.dice.pick(voucherTargets)): Promise<void> {
  const { dice, organizer, eventId, codes, voucherTypeIds } = season;
  const { body } = await organizer.json<EventJson>('GET', `/api/admin/events/${eventId}`);
  const { competitions, articles } = body.event;
  const entered = target === 'team' ? competitions.filter(({ type }) => type === 'team') : competitions;
  const isFor = target === 'competition' || ((target === 'participant' || target === 'team') && dice.chance(0.3));
  const unit = dice.pick(voucherUnits);
  const made = await tried(season, 'new kind of voucher', organizer, 'POST', '/api/vouchers/type', {
    eventId,
    name: `Gutschein ${voucherTypeIds.length + 1}`,
    prefix: dice.pick(['', 'SOMMER', 'Früh']),
    target,
    unit,
    useType: dice.pick(voucherUseTypes),
    // Without times it is for today alone.
    ...(dice.chance(0.85) ? { validFrom: null, validTo: null } : {}),
    amount: unit === 'fixed' ? dice.pick([100, 500, 2900, 99_999]) : dice.pick([3.33, 10, 50, 100]),
    ...(isFor ? { competitionId: dice.pick(entered).id } : {}),
    ...(target === 'competitionPrice' ? { competitionPriceId: dice.pick(dice.pick(competitions).prices).id } : {}),
    ...(target === 'article' ? { articleId: dice.pick(articles).id } : {}),
  });
  if (!made) return;
  const voucherTypeId = Number(made.voucherTypeId);
  voucherTypeIds.push(voucherTypeId);
  const own = { voucherTypeId, code: `${dice.pick(['Treue', 'für alle '])}${voucherTypeIds.length}` };
  if (await tried(season, 'new code', organizer, 'POST', '/api/vouchers/code', own)) codes.push(own.code);
  const many = { voucherTypeId, count: dice.between(1, 3) };
  if (dice.chance(0.3)) {
    const generated = await tried(season, 'generate codes', organizer, 'POST', '/api/vouchers', many);
    codes.push(...((generated?.codes ?? []) as string[]));
  }
}

async function turnCodes(season: Season): Promise<void> {
  const { dice, organizer, eventId, codes } = season;
  const way = dice.chance(0.4) ? 'deactivate' : 'activate';
  const some = Array.from({ length: dice.between(1, 3) }, () => dice.pick(codes));
  await tried(season, `${way} codes`, organizer, 'POST', `/api/vouchers/${way}/${eventId}`, { codes: some });
}

/** What a kind gives, and how often, may change; not while orders have its codes. */
async function changeKind(season: Season): Promise<void> {
  const { dice, organizer, voucherTypeIds } = season;
  const change = dice.chance(0.5) ? { useType: dice.pick(voucherUseTypes) } : { amount: dice.between(0, 100) };
  const path = `/api/vouchers/types/${dice.pick(voucherTypeIds)}`;
  await tried(season, 'change kind of voucher', organizer, 'PATCH', path, change);
}

/** What somebody types: codes in their own spelling, now and then for somebody or something, now and then nonsense. */
export function typedCodes({ dice, codes }: Season, teams: readonly { participants: readonly Json[] }[]): Json[] {
  if (!dice.chance(0.7)) return [];
  const people = teams.flatMap(({ participants }) => participants);
  return Array.from({ length: dice.pick([1, 1, 1, 2, 3]) }, () => {
    const code = dice.chance(0.03) ? 'GIBTSNICHT' : dice.pick(codes);
    const { localId, articles } = dice.pick(people) as { localId: string; articles: { uniqueLocalId: string }[] };
    const choice = articles[0];
    return {
      code: dice.chance(0.8) ? code : ` ${code.toLowerCase()} `,
      ...(dice.chance(0.1) ? { participantLocalId: localId } : {}),
      ...(choice && dice.chance(0.05) ? { articleUniqueLocalId: choice.uniqueLocalId } : {}),
    };
  });
}

export const voucherVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [1, (season) => newCodes(season)],
  [2, turnCodes],
  [2, changeKind],
];

export const voucherInvariants: readonly Invariant[] = [
  {
    sentence: 'a code of a single use has at most one live order, and is used exactly while it has',
    breaches: `select v.id, v.used, count(r.id) held from vouchers v join voucher_types t on t.id = v.type_id
      left join voucher_redemptions r on r.voucher_id = v.id and r.live = 1
      group by v.id having (t.use_type = 'single' and held <> v.used) or (t.use_type = 'multi' and v.used = 1)`,
  },
  {
    sentence: 'a redemption is live exactly while its order is',
    breaches: `select r.id, o.status, r.live from voucher_redemptions r left join orders o on o.id = r.order_id
      where o.id is null or (o.status = 'canceled') = (r.live = 1)`,
  },
  {
    sentence: 'what a code gave to an order is what the order says',
    breaches: `select r.order_id, r.discount_cents, coalesce(sum(i.price_total_cents), 1) items from voucher_redemptions r
      join vouchers v on v.id = r.voucher_id
      left join order_items i on i.order_id = r.order_id and i.kind = 'voucher' and i.code = v.code
      group by r.id having r.discount_cents <> -items`,
  },
  {
    sentence: 'every line of a code has its redemption',
    breaches: `select i.order_id, i.code from order_items i where i.kind = 'voucher' and i.code is not null and not exists
      (select 1 from voucher_redemptions r join vouchers v on v.id = r.voucher_id
        where r.order_id = i.order_id and v.code = i.code)`,
  },
  {
    sentence: 'a live redemption counts once exactly when its code does, and stays within its event',
    breaches: `select r.id, r.single, t.use_type, v.event_id, t.event_id, o.event_id from voucher_redemptions r
      join vouchers v on v.id = r.voucher_id join voucher_types t on t.id = v.type_id join orders o on o.id = r.order_id
      where v.event_id <> o.event_id or v.event_id <> t.event_id
        or (r.live = 1 and (t.use_type = 'single') <> (r.single = 1))`,
  },
  {
    sentence: 'a kind of voucher is for something of its own event, and tells who made it',
    breaches: `select t.id from voucher_types t left join competitions c on c.id = t.competition_id
        left join competition_prices p on p.id = t.competition_price_id left join competitions pc on pc.id = p.competition_id
        left join articles a on a.id = t.article_id
        where t.event_id <> coalesce(c.event_id, pc.event_id, a.event_id, t.event_id)
      union all select t.id from voucher_types t where not exists
        (select 1 from event_audits a where a.kind = 'voucherType' and a.record_id = t.id and a.action = 'created')`,
  },
  {
    sentence: 'what costs nothing is never left to be paid, and takes no fee',
    breaches: `select 'pending' what, id from orders where status = 'pending' and total_cents = 0
        and member_proof_until is null
      union all select 'fee', order_id from order_items
        where order_id not in (select from_order_id from place_takeovers where passed_at is not null) group by order_id
        having sum(case when kind = 'of' then 0 else price_total_cents end) = 0 and sum(price_total_cents) <> 0`,
  },
  {
    sentence: 'vouchers take no line below nothing',
    breaches: `select 'ticket' what, id from participants where charged_cents > ticket_cents or charged_cents < 0
      union all select 'article', id from participant_articles where discount_cents not between 0 and quantity * unit_cents`,
  },
];
