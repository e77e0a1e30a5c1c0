import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Catalog, CatalogDiscount } from '#modules/events/rules/catalog.ts';
import { cents, sumCents } from '#src/kernel/money.ts';
import { type CalendarDate, instant } from '#src/kernel/time.ts';
import { type Dice, dice } from '#tests/season/dice.ts';
import { seed, times } from '#tests/support/thorough.ts';
import { automaticDiscounts, usedMembers } from './automatic-discounts.ts';
import type { PricedBasket } from './pricing.ts';
import { livePrice, quote } from './quote.ts';
import { anyBasket, basket, catalog, competition, now, price, voucher } from './testing.ts';

const discount = (change: Partial<CatalogDiscount> = {}): CatalogDiscount => ({
  ...{ id: 1, discountKind: 'family', title: 'Familienrabatt', percentOff: 10, amountOff: null },
  ...{ fromCount: 3, childAge: 17, memberFieldId: null, availableTo: null, competitionIds: [] },
  ...change,
});
type Person = { name?: string; born?: string; club?: string; in?: number; email?: string; number?: string };
const kids = 11;
const shop = (discounts: CatalogDiscount[]): Catalog =>
  catalog({
    discounts,
    competitions: [
      competition(),
      competition({ id: kids, title: 'Kids', prices: [price({ id: 2, price: cents(999) })] }),
    ],
  });
const order = (...people: Person[]): PricedBasket =>
  basket({
    teams: people.map((person, index) => ({
      competitionId: person.in ?? 10,
      participants: [
        {
          ...{ localId: `p${index}`, articles: [], firstName: person.name ?? `Ada ${index}`, lastName: 'Lovelace' },
          ...{ birthDate: (person.born ?? '1990-01-01') as CalendarDate, club: person.club ?? null },
          ...{ email: person.email ?? null, formFieldsSelected: [{ fieldId: 5, value: person.number ?? '' }] },
        },
      ],
    })),
  });
const offs = (discounts: CatalogDiscount[], ...people: Person[]) => {
  const quoted = quote(shop(discounts), order(...people), [], now);
  return quoted.tickets.map(({ ticketPrice, chargedPrice }) => ticketPrice - chargedPrice);
};
const child = (year: number, change: Person = {}): Person => ({ born: `${year}-06-01`, ...change });

describe('a discount without a code', () => {
  test('for families begins with the child that is said, the cheapest entries getting it', () => {
    expect(offs([discount()], child(2015), child(2016))).toEqual([0, 0]);
    expect(offs([discount()], child(2015), child(2016), child(2018), {})).toEqual([0, 0, 300, 0]);
    // 10 % of 9.99 is 1.00, rounded up as a voucher's is.
    expect(offs([discount()], child(2015, { in: kids }), child(2016), child(2018))).toEqual([100, 0, 0]);
    expect(offs([discount({ fromCount: 1 })], child(2015), {})).toEqual([300, 0]);
  });

  test('is given until its end, that moment with it', () => {
    const until = (availableTo: number) =>
      offs([discount({ fromCount: 1, availableTo: instant(availableTo) })], child(2015));
    expect([until(now - 1), until(now), until(now + 1)]).toEqual([[0], [300], [300]]);
  });

  test('counts as a child whoever is young enough on the day of the event', () => {
    const first = discount({ fromCount: 1, childAge: 17 });
    // The event is on 1 June 2026.
    expect(offs([first], { born: '2008-06-02' }, { born: '2008-06-01' })).toEqual([300, 0]);
    expect(offs([first], { born: 'gestern' }, { born: '' })).toEqual([0, 0]);
  });

  test('counts one child once who starts twice', () => {
    const twice = [child(2015, { name: 'Ida' }), child(2015, { name: ' IDA ', in: kids })];
    expect(offs([discount()], ...twice, child(2016))).toEqual([0, 0, 0]);
    expect(offs([discount({ fromCount: 2 })], ...twice, child(2016))).toEqual([0, 0, 300]);
  });

  test('for clubs is for all of them as soon as there are enough, however the club is written', () => {
    const club = discount({ discountKind: 'club', fromCount: 3, percentOff: null, amountOff: cents(500) });
    const mates = [{ club: 'LC Linz' }, { club: ' lc  linz' }, { club: 'LC LINZ' }];
    expect(offs([club], ...mates.slice(1), { club: 'SV Graz' })).toEqual([0, 0, 0]);
    expect(offs([club], ...mates, { club: '' }, {}, {}, {})).toEqual([500, 500, 500, 0, 0, 0, 0]);
    expect(offs([club], { ...mates[0], name: 'Bo' }, { ...mates[0], name: 'Bo', in: kids }, mates[1] ?? {})).toEqual([
      0, 0, 0,
    ]);
  });

  test('for a combination is for who enters all of it', () => {
    const both = discount({ discountKind: 'combination', percentOff: 20, competitionIds: [10, kids] });
    const ida = { name: 'Ida' };
    expect(offs([both], ida, { ...ida, in: kids }, { name: 'Bo' })).toEqual([599, 200, 0]);
    expect(offs([both], ida, { name: 'Bo', in: kids })).toEqual([0, 0]);
    // One of its competitions was deleted.
    expect(offs([{ ...both, competitionIds: [10] }], ida)).toEqual([0]);
  });

  test('counts in its competitions alone', () => {
    const only = discount({ fromCount: 2, competitionIds: [kids] });
    expect(offs([only], child(2015), child(2016), child(2017, { in: kids }))).toEqual([0, 0, 0]);
    expect(offs([only], child(2015, { in: kids }), child(2016, { in: kids }))).toEqual([0, 100]);
  });

  test('comes once on a ticket: the one that takes most off', () => {
    const club = discount({ id: 2, discountKind: 'club', fromCount: 1, percentOff: null, amountOff: cents(250) });
    const family = discount({ fromCount: 1 });
    expect(offs([family, club], child(2015, { club: 'LC' }), { club: 'LC' })).toEqual([300, 250]);
    const quoted = quote(shop([family, club]), order(child(2015, { club: 'LC' }), { club: 'LC' }), [], now);
    expect(quoted.orderItems.map(({ kind, name, code, priceTotal }) => [kind, name, code, priceTotal])).toEqual([
      ['ticket', '10 km', null, 5990],
      ['voucher', 'Familienrabatt', null, -300],
      ['voucher', 'Familienrabatt', null, -250],
    ]);
  });

  test('never takes more than there is, and vouchers work on what is left', () => {
    const all = discount({ fromCount: 1, percentOff: null, amountOff: cents(99_999) });
    expect(quote(shop([all]), order(child(2015)), [], now)).toMatchObject({ totalPrice: 0 });
    const half = discount({ fromCount: 1, percentOff: 50 });
    const coded = { ...order(child(2015)), appliedVouchers: [{ code: 'CODE' }] };
    // 29.95, half of it rounded up is 14.98 off; of the 14.97 left 10 % are 1.50.
    expect(quote(shop([half]), coded, [voucher()], now).totalPrice).toBe(1347);
  });

  test('makes no twins of people who have no name yet', () => {
    const both = discount({ discountKind: 'combination', competitionIds: [10, kids] });
    const nobody = order({}, { in: kids });
    for (const { participants } of nobody.teams) Object.assign(participants[0] ?? {}, { firstName: '', lastName: ' ' });
    expect(automaticDiscounts(shop([both]), nobody.teams, quote(shop([]), nobody, [], now).tickets, now)).toEqual([
      null,
      null,
    ]);
  });
});

describe('a discount for who is on a list', () => {
  const ida = 'ida@club.test';
  const listed = (members: CatalogDiscount['members'], change: Partial<CatalogDiscount> = {}) =>
    discount({ discountKind: 'list', percentOff: 50, fromCount: 1, members, ...change });

  test('is for them alone, by what was typed of them', () => {
    const byEmail = listed([[ida, ida]]);
    expect(offs([byEmail], { email: ida }, { email: 'bo@club.test' }, {})).toEqual([1498, 0, 0]);
    const byNumber = listed([['am17', 'am17']], { memberFieldId: 5 });
    expect(offs([byNumber], { number: 'am17', email: ida }, { number: 'am18' }, { email: 'am17' })).toEqual([
      1498, 0, 0,
    ]);
    expect(offs([listed([])], { email: ida })).toEqual([0]);
    // Names that every object has are nobody.
    expect(offs([byNumber], { number: 'constructor' }, { number: '__proto__' })).toEqual([0, 0]);
  });

  test('comes off once for each, on the ticket that it makes cheaper by most', () => {
    const once = listed([[ida, ida]]);
    expect(offs([once], { email: ida, in: kids }, { email: ida }, { email: ida })).toEqual([0, 1498, 0]);
    // Two ways to write one address are one member.
    expect(
      offs(
        [
          listed([
            [ida, ida],
            ['ida@xn--club.test', ida],
          ]),
        ],
        { email: ida },
        { email: 'ida@xn--club.test' },
      ),
    ).toEqual([1498, 0]);
    const kidsPay = discount({ id: 2, fromCount: 1, percentOff: 40 });
    expect(offs([kidsPay, once], { ...child(2015), email: ida }, { email: ida, in: kids })).toEqual([1198, 500]);
  });

  test('is not used up where another one takes as much off', () => {
    const used = (list: CatalogDiscount, ...others: CatalogDiscount[]) => {
      const [known, wanted] = [shop([...others, list]), order({ ...child(2015), email: ida })];
      return usedMembers(known, wanted, quote(known, wanted, [], now).tickets, now);
    };
    const once = listed([[ida, ida]]);
    expect(used(once)).toEqual([{ discountId: 1, member: ida, participantLocalId: 'p0' }]);
    expect(used(once, discount({ id: 2, fromCount: 1, percentOff: 50 }))).toEqual([]);
    expect(used(once, discount({ id: 2, fromCount: 1, percentOff: 49 }))).toHaveLength(1);
    expect(used(listed([[ida, ida]], { competitionIds: [kids] }))).toEqual([]);
  });
});

/** A basket of people some of whom are the same, of a club or children, and up to three discounts. */
function anyDiscounted(thrown: Dice) {
  const { shop: plain, wanted, known } = anyBasket(thrown.roll);
  const discounts = Array.from({ length: thrown.between(1, 3) }, (_, at): CatalogDiscount => {
    const isPercent = thrown.chance(0.5);
    return discount({
      ...{ id: at + 1, title: `D${at}`, discountKind: thrown.pick(['family', 'club', 'combination'] as const) },
      percentOff: isPercent ? thrown.pick([1, 7, 33, 100]) : null,
      amountOff: isPercent ? null : cents(thrown.pick([1, 250, 5000])),
      fromCount: thrown.between(1, 3),
      competitionIds: thrown.pick([[], [10], [10, 11], [10, 12], [10, 11, 12]]),
    });
  });
  for (const { participants } of wanted.teams)
    for (const person of participants)
      Object.assign(person, {
        firstName: thrown.pick(['Ida', 'ida ', 'Bo', 'Cem', '']),
        lastName: 'Berg',
        birthDate: thrown.pick(['2015-01-01', '2015-01-01', '1990-01-01', '', null]),
        club: thrown.pick(['LC', ' lc', 'SV', '', null]),
      });
  return { plain, discounted: { ...plain, discounts }, wanted, known };
}

/** The rule a second time, ticket by ticket and as it is said to people. */
function slowly({ event, discounts }: Catalog, wanted: PricedBasket, prices: readonly number[]): number[] {
  const all = wanted.teams.flatMap(({ competitionId, participants }) =>
    participants.map((person) => ({ ...person, competitionId })),
  );
  const fold = (text: string | null | undefined) => (text ?? '').trim().toLowerCase();
  const who = (one: (typeof all)[number]) => `${fold(one.firstName)}/${fold(one.lastName)}/${one.birthDate ?? ''}`;
  expect(event.timeZone).toBe('Europe/Vienna');
  return all.map((mine, at) => {
    const found = discounts.map(({ discountKind, competitionIds, fromCount, percentOff, amountOff }) => {
      const counts = (id: number) => competitionIds.length === 0 || competitionIds.includes(id);
      if (!counts(mine.competitionId)) return 0;
      const others = all.map((one, index) => ({ ...one, index })).filter(({ competitionId }) => counts(competitionId));
      const gets = {
        club: () =>
          fold(mine.club) !== '' &&
          new Set(others.filter(({ club }) => fold(club) === fold(mine.club)).map(who)).size >= fromCount,
        combination: () =>
          competitionIds.length > 1 &&
          competitionIds.every((id) => others.some((one) => who(one) === who(mine) && one.competitionId === id)),
        family: () => {
          const costs = new Map<string, number>();
          for (const one of others)
            if (one.birthDate === '2015-01-01')
              costs.set(who(one), (costs.get(who(one)) ?? 0) + (prices[one.index] ?? 0));
          const ranked = [...costs].sort(([, a], [, b]) => b - a).map(([name]) => name);
          return ranked.indexOf(who(mine)) >= fromCount - 1 && costs.has(who(mine));
        },
        // Counted one by one, behind all others (`slowlyListed`).
        list: () => false,
      };
      const ticket = prices[at] ?? 0;
      if (!gets[discountKind]()) return 0;
      return percentOff === null ? Math.min(Number(amountOff), ticket) : Math.ceil((ticket * percentOff) / 100);
    });
    return Math.max(0, ...found);
  });
}

/** The list behind all other discounts, member by member as it is said to people. */
function slowlyListed(
  list: CatalogDiscount,
  wanted: PricedBasket,
  prices: readonly number[],
  before: readonly number[],
) {
  const all = wanted.teams.flatMap(({ competitionId, participants }, team) =>
    participants.map(({ email }) => ({ competitionId, team, email: email ?? '' })),
  );
  const given = [...before];
  for (const member of (list.members ?? []).map(([, each]) => each)) {
    let [most, whose] = [0, -1];
    for (const [at, one] of all.entries()) {
      const isFirst = all.findIndex(({ team, email }) => team === one.team && email === member) === at;
      if (!isFirst || (list.competitionIds.length > 0 && !list.competitionIds.includes(one.competitionId))) continue;
      const off = Math.ceil(((prices[at] ?? 0) * (list.percentOff ?? 0)) / 100);
      if (off - (before[at] ?? 0) > most) [most, whose] = [off - (before[at] ?? 0), at];
    }
    if (whose >= 0) given[whose] = (given[whose] ?? 0) + most;
  }
  return given;
}

test('any basket with a list and discounts costs what the rule says, and names each list entry once', () => {
  let counted = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (thrown) => {
      const roll = dice(thrown);
      const { discounted, plain, wanted } = anyDiscounted(roll);
      const addresses = ['a@club.test', 'b@club.test', 'c@club.test'];
      for (const { participants } of wanted.teams)
        for (const person of participants) Object.assign(person, { email: roll.pick([...addresses, null]) });
      const list = discount({
        ...{ id: 9, discountKind: 'list', percentOff: roll.pick([5, 50, 100]), competitionIds: roll.pick([[], [10]]) },
        members: addresses.slice(roll.between(0, 2)).map((each) => [each, each] as const),
      });
      const codeless = { ...wanted, appliedVouchers: [] };
      const before = livePrice(plain, codeless, [], now).quote;
      if (!before) return;
      const prices = before.tickets.map(({ ticketPrice }) => ticketPrice);
      const catalogWith = { ...discounted, discounts: [...discounted.discounts, list] };
      const { tickets, orderItems, totalPrice } = quote(catalogWith, codeless, [], now);
      const members = usedMembers(catalogWith, codeless, tickets, now);
      const given = tickets.map(({ ticketPrice, chargedPrice }) => ticketPrice - chargedPrice);
      expect(given).toEqual(slowlyListed(list, wanted, prices, slowly(discounted, wanted, prices)));
      expect(totalPrice).toBe(sumCents(orderItems.map(({ priceTotal }) => priceTotal)));
      expect(new Set(members.map(({ member }) => member)).size).toBe(members.length);
      if (members.length > 0) counted += 1;
    }),
    { numRuns: times(3000, 600), seed },
  );
  expect(counted).toBeGreaterThan(times(3000, 600) * 0.2);
});

test('any basket with any discounts costs what the rule says, line by line', () => {
  let counted = 0;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (thrown) => {
      const { discounted, plain, wanted, known } = anyDiscounted(dice(thrown));
      const codeless = { ...wanted, appliedVouchers: [] };
      const before = livePrice(plain, codeless, [], now).quote;
      const after = livePrice(discounted, codeless, [], now).quote;
      expect(after === null).toBe(before === null);
      if (!before || !after) return;
      const offered = slowly(
        discounted,
        wanted,
        before.tickets.map(({ ticketPrice }) => ticketPrice),
      );
      const given = after.tickets.map(({ ticketPrice, chargedPrice }) => ticketPrice - chargedPrice);
      expect(given).toEqual(offered);
      const lines = after.orderItems.filter(({ kind }) => kind === 'voucher');
      expect(0 - sumCents(lines.map(({ priceTotal }) => priceTotal))).toBe(offered.reduce((a, b) => a + b, 0));
      expect(after.totalPrice).toBe(sumCents(after.orderItems.map(({ priceTotal }) => priceTotal)));
      if (offered.some((each) => each > 0)) counted += 1;
      const coded = livePrice(discounted, wanted, known, now).quote;
      if (!coded) return;
      // Codes come on top, each ticket and each sum stays at 0 or above.
      expect(coded.totalPrice).toBe(sumCents(coded.orderItems.map(({ priceTotal }) => priceTotal)));
      for (const [index, { ticketPrice, chargedPrice }] of coded.tickets.entries()) {
        expect(chargedPrice).toBeGreaterThanOrEqual(0);
        expect(chargedPrice).toBeLessThanOrEqual(ticketPrice - (offered[index] ?? 0));
      }
    }),
    { numRuns: times(3000, 600), seed },
  );
  expect(counted).toBeGreaterThan(times(3000, 600) * 0.2);
});
