import { eq, sql } from 'drizzle-orm';
import { type VoucherTarget, voucherTargets, voucherUnits, voucherUseTypes } from '#modules/vouchers/rules/voucher.ts';
import { vouchers } from '#modules/vouchers/schema.ts';
import { makeVoucher } from '#modules/vouchers/testing.ts';
import type { Invariant } from './invariants.ts';
import type { Json, Season } from './season.ts';

/** Codes of a season: the organizer hands them out and turns them off, buyers try them, right ones and wrong ones. */

/** One code of every target, unit and use type, before the sale begins. */
export async function firstCodes(season: Season): Promise<void> {
  for (const target of voucherTargets) await newCode(season, target);
  for (const target of voucherTargets) await newCode(season, target);
}

async function newCode(season: Season, target: VoucherTarget = season.dice.pick(voucherTargets)): Promise<void> {
  const { shop, dice, eventId, codes } = season;
  const prices = await shop.deps.read.all<{ id: number; competition_id: number }>(
    sql`select p.id, p.competition_id from competition_prices p join competitions c on c.id = p.competition_id where c.event_id = ${eventId}`,
  );
  const articles = await shop.deps.read.all<{ id: number }>(sql`select id from articles where event_id = ${eventId}`);
  const isFor = target === 'competition' || ((target === 'participant' || target === 'team') && dice.chance(0.3));
  const unit = dice.pick(voucherUnits);
  const code = `${dice.pick(['SOMMER', 'Früh', 'team '])}${codes.length + 1}`;
  await shop.deps.write((work) =>
    makeVoucher(work, eventId, code, {
      target,
      unit,
      useType: dice.pick(voucherUseTypes),
      amount: unit === 'fixed' ? dice.pick([100, 500, 2900, 99_999]) : dice.pick([333, 1000, 5000, 10_000]),
      competitionId: isFor ? dice.pick(season.competitions).id : null,
      competitionPriceId: target === 'competitionPrice' ? dice.pick(prices).id : null,
      articleId: target === 'article' ? dice.pick(articles).id : null,
    }),
  );
  codes.push(code);
  count(season, 'new code');
}

async function turnCode(season: Season): Promise<void> {
  const { shop, dice, codes } = season;
  const deactivated = dice.chance(0.4);
  await shop.deps.write(({ tx }) =>
    tx
      .update(vouchers)
      .set({ deactivated })
      .where(eq(vouchers.code, dice.pick(codes))),
  );
  count(season, deactivated ? 'code off' : 'code on');
}

const count = ({ log }: Season, verb: string): void => void log.set(verb, (log.get(verb) ?? 0) + 1);

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
  [2, (season) => newCode(season)],
  [2, turnCode],
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
    breaches: `select i.order_id, i.code from order_items i where i.kind = 'voucher' and not exists
      (select 1 from voucher_redemptions r join vouchers v on v.id = r.voucher_id
        where r.order_id = i.order_id and v.code = i.code)`,
  },
  {
    sentence: 'vouchers take no line below nothing',
    breaches: `select 'ticket' what, id from participants where charged_cents > ticket_cents
      union all select 'article', id from participant_articles where discount_cents not between 0 and quantity * unit_cents`,
  },
];
