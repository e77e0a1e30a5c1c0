import { describe, expect, test } from 'vitest';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import { cents } from '#src/kernel/money.ts';
import type { PricedBasket } from './pricing.ts';
import { quote } from './quote.ts';
import { article, basket, catalog, competition, now, price, refusal, shirts, voucher } from './testing.ts';

type Sent = PricedBasket['appliedVouchers'][number];
/** Three singles over two competitions and two relays; the first two people took shirts, the second also a cap. */
const shop = catalog({
  competitions: [
    competition(),
    competition({ id: 11, type: 'team', prices: [price({ id: 2, price: cents(2000) })] }),
    competition({ id: 12, prices: [price({ id: 3, price: cents(1000) })] }),
  ],
  articles: [
    article({ competitionIds: [] }),
    article({ id: 21, competitionIds: [], variants: [{ id: 31, name: '', total: 50, sold: 0, sortOrder: 1 }] }),
  ],
});
const somebody = (
  localId: string,
  articles: PricedBasket['teams'][number]['participants'][number]['articles'] = [],
) => ({
  localId,
  articles,
  competitionPriceId: null,
});
const teams: PricedBasket['teams'] = [
  { competitionId: 10, participants: [somebody('p0', [shirts(2, { uniqueLocalId: 's0' })])] },
  {
    competitionId: 12,
    participants: [
      somebody('p1', [
        shirts(1, { articleId: 21, variantId: 31, uniqueLocalId: 'c1' }),
        shirts(3, { uniqueLocalId: 's1' }),
      ]),
    ],
  },
  { competitionId: 10, participants: [somebody('p2')] },
  { competitionId: 11, participants: [somebody('a1'), somebody('a2')] },
  { competitionId: 11, participants: [somebody('b1'), somebody('b2')] },
];
const ready = (change: Partial<Voucher> = {}) => voucher({ unit: 'fixed', amount: 100, ...change });
const priced = (held: Voucher[], sent: Sent[] = held.map(({ code }) => ({ code }))) =>
  quote(shop, { ...basket(), teams, appliedVouchers: sent }, held, now);
/** Who pays less for what, in the order of the basket. */
const lowered = (held: Voucher[], sent?: Sent[]) => {
  const quoted = priced(held, sent);
  return [
    ...quoted.tickets
      .filter(({ chargedPrice, ticketPrice }) => chargedPrice < ticketPrice)
      .map(({ participantLocalId, chargedPrice, ticketPrice }) => [participantLocalId, ticketPrice - chargedPrice]),
    ...quoted.articles
      .filter(({ discount }) => discount > 0)
      .map(({ uniqueLocalId, discount }) => [uniqueLocalId, discount]),
  ];
};
const refused = (held: Voucher[], sent?: Sent[]) => {
  const problem = refusal(() => priced(held, sent));
  return problem && [problem.code, (problem.details as { code: string }).code];
};

describe('a code without a target is put', () => {
  test.each<[string, Partial<Voucher>, unknown[], unknown[]]>([
    [
      'competition',
      { competitionId: 10 },
      [['p0', 100]],
      [
        ['p0', 100],
        ['p2', 100],
      ],
    ],
    ['competitionPrice', { competitionPriceId: 3 }, [['p1', 100]], [['p1', 100]]],
    ['participant', { competitionId: 12 }, [['p1', 100]], [['p1', 100]]],
    ['participant', {}, [['p0', 100]], ['p0', 'p1', 'p2', 'a1', 'a2', 'b1', 'b2'].map((who) => [who, 100])],
    [
      'article',
      { articleId: 20 },
      [['s0', 100]],
      [
        ['s0', 200],
        ['s1', 300],
      ],
    ],
    ['article', { articleId: 21 }, [['c1', 100]], [['c1', 100]]],
    ['event', {}, [['p0', 100]], ['p0', 'p1', 'p2', 'a1', 'a2', 'b1', 'b2'].map((who) => [who, 100])],
    [
      'team',
      {},
      [
        ['a1', 50],
        ['a2', 50],
      ],
      ['a1', 'a2', 'b1', 'b2'].map((who) => [who, 50]),
    ],
    [
      'team',
      { competitionId: 11 },
      [
        ['a1', 50],
        ['a2', 50],
      ],
      ['a1', 'a2', 'b1', 'b2'].map((who) => [who, 50]),
    ],
  ])('%s %o', (target, change, single, multi) => {
    const held = ready({ target: target as Voucher['target'], ...change });
    expect(lowered([held])).toEqual(single);
    expect(lowered([{ ...held, useType: 'multi' }])).toEqual(multi);
  });

  test('on the order as a whole', () => {
    for (const useType of ['single', 'multi'] as const)
      expect(priced([ready({ target: 'order', amount: 777, useType })]).vouchers).toEqual([
        { code: 'CODE', participantLocalId: null, articleUniqueLocalId: null, discountAmount: 777 },
      ]);
  });

  test('on the next one when the first has one of that unit', () => {
    const [one, other] = [ready({ id: 1, code: 'A' }), ready({ id: 2, code: 'B', amount: 200 })];
    expect(lowered([one, other])).toEqual([
      ['p0', 100],
      ['p1', 200],
    ]);
    expect(lowered([one, { ...other, unit: 'percentage', amount: 10_000 }])).toEqual([['p0', 2995]]);
  });

  test('on everything of the first participant that it lowers anything for', () => {
    const ticket = ready({ id: 2, code: 'T', target: 'competition', competitionId: 10, useType: 'multi' });
    const event = ready({ id: 1, code: 'E', target: 'event', amount: 300 });
    expect(lowered([event, ticket])).toEqual([
      ['p0', 100],
      ['p2', 100],
      ['s0', 300],
    ]);
  });

  test('where nobody named a line, whoever comes first', () => {
    const picked = ready({ id: 1, code: 'A', target: 'competition', competitionId: 10 });
    const named = ready({ id: 2, code: 'B', amount: 200 });
    for (const sent of [
      [{ code: 'A' }, { code: 'B', participantLocalId: 'p0' }],
      [{ code: 'B', participantLocalId: 'p0' }, { code: 'A' }],
    ])
      expect(lowered([picked, named], sent)).toEqual([
        ['p0', 200],
        ['p2', 100],
      ]);
  });

  test('and its answer says where', () => {
    expect(priced([ready({ target: 'article', articleId: 21 })]).vouchers).toEqual([
      { code: 'CODE', participantLocalId: 'p1', articleUniqueLocalId: 'c1', discountAmount: 100 },
    ]);
    expect(priced([ready({ target: 'team' })]).vouchers).toMatchObject([{ participantLocalId: 'a1' }]);
    expect(priced([ready({ useType: 'multi' })]).vouchers).toMatchObject([
      { participantLocalId: null, articleUniqueLocalId: null, discountAmount: 700 },
    ]);
  });
});

describe('a code with a target is put there and nowhere else', () => {
  test.each<[string, Partial<Voucher>, Omit<Sent, 'code'>, unknown[]]>([
    ['competition', { competitionId: 10 }, { participantLocalId: 'p2' }, [['p2', 100]]],
    ['competitionPrice', { competitionPriceId: 2 }, { participantLocalId: 'b2' }, [['b2', 100]]],
    ['participant', {}, { participantLocalId: 'a2' }, [['a2', 100]]],
    [
      'event',
      { amount: 1100 },
      { participantLocalId: 'p1' },
      [
        ['p1', 1000],
        ['c1', 100],
      ],
    ],
    [
      'team',
      {},
      { participantLocalId: 'b2' },
      [
        ['b1', 50],
        ['b2', 50],
      ],
    ],
    ['article', { articleId: 20 }, { articleUniqueLocalId: 's1' }, [['s1', 100]]],
    ['article', { articleId: 20 }, { articleUniqueLocalId: 's1', participantLocalId: 'p1' }, [['s1', 100]]],
  ])('%s %o %o', (target, change, named, expected) => {
    const held = ready({ target: target as Voucher['target'], ...change });
    expect(lowered([held], [{ code: 'CODE', ...named }])).toEqual(expected);
    const times = target === 'article' ? 3 : 1;
    const all = expected.map((line) => (times === 3 ? ['s1', 300] : line));
    expect(lowered([{ ...held, useType: 'multi' }], [{ code: 'CODE', ...named }])).toEqual(all);
  });

  test('as often as it is sent when it is multiple; the order takes it once', () => {
    const held = ready({ useType: 'multi' });
    const sent = ['p2', 'p0'].map((participantLocalId) => ({ code: ' co de', participantLocalId }));
    expect(lowered([held], sent)).toEqual([
      ['p0', 100],
      ['p2', 100],
    ]);
    expect(priced([held], sent).reservations.vouchers).toEqual([
      { voucherId: 1, code: 'CODE', single: false, discount: 200 },
    ]);
    expect(priced([held], sent).orderItems.filter(({ kind }) => kind === 'voucher')).toHaveLength(1);
  });
});

describe('a code is refused, and the refusal says which', () => {
  const yesterday = (now - 1) as typeof now;
  const tomorrow = (now + 1) as typeof now;
  test.each<[string, Voucher[], Sent[] | undefined]>([
    ['INVALID_VOUCHER_CODE', [], [{ code: 'CODE' }]],
    ['INVALID_VOUCHER_EVENT', [ready({ eventId: 2 })], undefined],
    ['INVALID_VOUCHER_EXPIRED', [ready({ validTo: yesterday })], undefined],
    ['INVALID_VOUCHER_EXPIRED', [ready({ validFrom: tomorrow })], undefined],
    ['INVALID_VOUCHER_STATUS', [ready({ status: 'used' })], undefined],
    ['INVALID_VOUCHER_STATUS', [ready({ status: 'deactivated' })], undefined],
    ['INVALID_VOUCHER_STATUS', [ready()], [{ code: 'CODE' }, { code: 'CODE' }]],
    ['INVALID_VOUCHER_SCOPE', [ready({ target: 'competition', competitionId: 99 })], undefined],
    ['INVALID_VOUCHER_SCOPE', [ready({ target: 'competitionPrice', competitionPriceId: 99 })], undefined],
    ['INVALID_VOUCHER_SCOPE', [ready({ target: 'article', articleId: 99 })], undefined],
    ['INVALID_VOUCHER_SCOPE', [ready({ target: 'team', competitionId: 10 })], undefined],
    ['INVALID_VOUCHER_TARGET', [ready()], [{ code: 'CODE', participantLocalId: 'nobody' }]],
    ['INVALID_VOUCHER_TARGET', [ready()], [{ code: 'CODE', articleUniqueLocalId: 's0' }]],
    ['INVALID_VOUCHER_TARGET', [ready({ competitionId: 12 })], [{ code: 'CODE', participantLocalId: 'p0' }]],
    ['INVALID_VOUCHER_TARGET', [ready({ target: 'team' })], [{ code: 'CODE', participantLocalId: 'p0' }]],
    ['INVALID_VOUCHER_TARGET', [ready({ target: 'order' })], [{ code: 'CODE', participantLocalId: 'p0' }]],
    [
      'INVALID_VOUCHER_TARGET',
      [ready({ target: 'article', articleId: 20 })],
      [{ code: 'CODE', articleUniqueLocalId: 'c1' }],
    ],
    [
      'INVALID_VOUCHER_TARGET',
      [ready({ target: 'article', articleId: 20 })],
      [{ code: 'CODE', articleUniqueLocalId: 's1', participantLocalId: 'p0' }],
    ],
  ])('%s', (code, held, sent) => {
    expect(refused(held, sent)).toEqual([code, 'CODE']);
  });

  test('INVALID_VOUCHER_UNIT where a second one of its unit was put on one line', () => {
    const other = ready({ id: 2, code: 'B' });
    const both = (first: Omit<Sent, 'code'>, second: Omit<Sent, 'code'>, ...held: Partial<Voucher>[]) =>
      refused(
        [ready(held[0] ?? {}), { ...other, ...(held[1] ?? held[0] ?? {}) }],
        [
          { code: 'CODE', ...first },
          { code: 'B', ...second },
        ],
      );
    const onP0 = { participantLocalId: 'p0' };
    expect(both(onP0, onP0)).toEqual(['INVALID_VOUCHER_UNIT', 'B']);
    expect(both(onP0, onP0, { target: 'event' })).toEqual(['INVALID_VOUCHER_UNIT', 'B']);
    expect(both(onP0, onP0, {}, { target: 'competition', competitionId: 10 })).toEqual([
      'INVALID_VOUCHER_UNIT',
      'CODE',
    ]);
    expect(both({}, {}, { target: 'order' })).toEqual(['INVALID_VOUCHER_UNIT', 'B']);
    expect(both({}, {}, { useType: 'multi' })).toEqual(['INVALID_VOUCHER_UNIT', 'B']);
    expect(both({}, {}, { target: 'article', articleId: 21 })).toEqual(['INVALID_VOUCHER_UNIT', 'B']);
    const [a1, a2] = [{ participantLocalId: 'a1' }, { participantLocalId: 'a2' }];
    expect(both(a1, a2, { target: 'team' })).toEqual(['INVALID_VOUCHER_UNIT', 'B']);
    expect(both(a1, a2)).toBeNull();
    expect(both(onP0, onP0, {}, { unit: 'percentage' })).toBeNull();
  });

  test('not at the very ends of its time', () => {
    expect(refused([ready({ validFrom: now, validTo: now })])).toBeNull();
  });
});

describe('a price for voucher holders', () => {
  const closed = catalog({
    competitions: [
      competition({ prices: [price({ onlyBuyableWithVoucher: true })] }),
      competition({ id: 11, type: 'team', prices: [price({ id: 2, onlyBuyableWithVoucher: true })] }),
    ],
  });
  const one = basket({ articles: [shirts(1)] });
  const relay = { ...basket(), teams: teams.slice(3, 4) };
  const answer = (held: Voucher, wanted: PricedBasket) =>
    refusal(() => quote(closed, { ...wanted, appliedVouchers: [{ code: 'CODE' }] }, [held], now))?.details ?? 'sold';
  const missing = (participantLocalId: string) => ({ reason: 'onlyBuyableWithVoucher', participantLocalId });
  test.each<[Partial<Voucher>, PricedBasket, unknown]>([
    [{ target: 'competition', competitionId: 10 }, one, 'sold'],
    [{ target: 'competitionPrice', competitionPriceId: 1 }, one, 'sold'],
    [{ target: 'participant', amount: 0 }, one, 'sold'],
    [{ target: 'event' }, one, 'sold'],
    [{ target: 'article', articleId: 20 }, one, missing('p0')],
    [{ target: 'order' }, one, missing('p0')],
    [{ target: 'team' }, relay, 'sold'],
    [{ target: 'participant', useType: 'multi' }, relay, 'sold'],
    [{ target: 'participant' }, relay, missing('a2')],
    [{ target: 'event' }, relay, missing('a2')],
    [{ target: 'participant' }, basket({ starters: 2 }), missing('p1')],
  ])('%o', (change, wanted, expected) => {
    const got = answer(ready(change), wanted);
    if (expected === 'sold') expect(got).toBe('sold');
    else expect(got).toMatchObject(expected as object);
  });
});

test('a basket that uses a name twice is lowered once a line', () => {
  const twin = { competitionId: 10, participants: [somebody('p0', [shirts(1)])] };
  const quoted = quote(
    shop,
    { ...basket(), teams: [twin, twin], appliedVouchers: [{ code: 'CODE' }] },
    [ready({ target: 'event', unit: 'percentage', amount: 10_000, useType: 'multi' })],
    now,
  );
  expect(quoted.totalPrice).toBe(0);
});
