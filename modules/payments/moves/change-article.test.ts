import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { orderOf } from '#modules/orders/index.ts';
import { days } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { markPaid } from '../mark-paid.ts';
import { moneyOfOrder, refundsOf } from '../money-of-order.ts';
import { order, race, raceOrganizer } from '../testing.ts';

const plain = (html: string) => html.replaceAll('<!-- -->', '').replaceAll(/\u00a0/g, ' ');

type Variant = { id: number; name: string; availableAmount: number };
type Article = { id: number; variants: Variant[] };

/** A paid order of one runner with one shirt in M at 25,00 €. S and M at 25,00 €, one XL left; a jacket costs 60,00 €. */
async function scene({ isPaid = true, pieces = 1, percentOff = 0 } = {}) {
  const shop = await testShop();
  const made = await race(shop);
  const office = await shop.login(raceOrganizer);
  const article = async (name: string, price: number, sizes: readonly [string, number][], more: object = {}) => {
    const { body } = await office.json<{ article: Article }>('POST', `/api/admin/articles/${made.eventId}`, {
      ...{ name, price, maxAmountPerParticipant: 2, ...more },
    });
    const variants: Record<string, number> = {};
    for (const [size, availableAmount] of sizes) {
      const answer = await office.json<{ articleVariant: Variant }>(
        'POST',
        `/api/admin/article-variants/${body.article.id}`,
        { name: size, availableAmount },
      );
      expect(answer.status).toBe(200);
      variants[size] = answer.body.articleVariant.id;
    }
    return (size: string, quantity = 1) => ({
      articleId: body.article.id,
      variantId: variants[size] ?? expect.fail(),
      quantity,
    });
  };
  const shirt = await article('Shirt', 2500, [
    ['S', 5],
    ['M', 5],
    ['XL', 1],
  ]);
  const jacket = await article('Jacke', 6000, [['M', 5]]);
  const cap = await article('Kappe', 300, [['M', 5]]);
  const gift = await article('Spende', 0, [['frei', 50]], { type: 'donation', minPrice: 500, maxPrice: 2000 });
  const codes: string[] = [];
  if (percentOff > 0) {
    const type = await office.json<{ voucherTypeId: number }>('POST', '/api/vouchers/type', {
      ...{ eventId: made.eventId, name: 'Verein', prefix: 'V', amount: percentOff, unit: 'percentage' },
      ...{ target: 'article', useType: 'multi', articleId: shirt('M').articleId },
    });
    const { voucherTypeId } = type.body;
    codes.push(
      ...(await office.json<{ codes: string[] }>('POST', '/api/vouchers', { voucherTypeId, count: 1 })).body.codes,
    );
  }
  const shirts = 2500 * pieces;
  const orderId = await order(shop, made, {
    people: [
      {
        firstName: 'Zoë',
        lastName: 'Wałęsa',
        email: 'zoe@runner.example',
        articles: [{ uniqueLocalId: 'a1', ...shirt('M', pieces) }],
      },
    ],
    price: 3000,
    booking: {
      totalPrice: 3000 + shirts - (shirts * percentOff) / 100,
      appliedVouchers: codes.map((code) => ({ code, articleUniqueLocalId: 'a1', participantLocalId: 'p0' })),
    },
  });
  if (isPaid) await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  await shop.settle();
  const known = async () => (await orderOf(shop.deps.read, orderId)) ?? expect.fail();
  const participantId = (await known()).competitions[0]?.teams[0]?.participants[0]?.id ?? expect.fail();
  /** Articles, money and stock; asserts that the lines add up to the total. */
  const state = async () => {
    const now = await known();
    expect(now.orderItems.reduce((sum, { priceTotal }) => sum + priceTotal, 0)).toBe(now.totalPrice);
    const person = now.competitions[0]?.teams[0]?.participants[0] ?? expect.fail();
    const { open } = await moneyOfOrder(shop.deps.read, now);
    // A test may move the clock past the session's end.
    const { body } = await (await shop.login(raceOrganizer)).json<{
      rows: { articleId: number; name: string; sold: number }[];
    }>('GET', `/api/admin/articles/${made.eventId}/sold-variants`);
    return {
      articles: person.orderedArticleVariants.map((line) => [
        `${line.quantity} ${line.name}, ${line.variantName}`,
        line.unitPrice,
      ]),
      total: now.totalPrice,
      open,
      refunds: (await refundsOf(shop.deps.read, orderId)).map(({ amount }) => amount),
      sold: Object.fromEntries(
        body.rows.filter((row) => row.articleId === shirt('M').articleId).map((row) => [row.name, row.sold]),
      ),
    };
  };
  const change = async (body: object) => {
    const answer = await office.json<{ code?: string; details?: { fields?: object } }>(
      'POST',
      `/api/admin/orders/${orderId}/articles/change`,
      { participantId, ...body },
    );
    await shop.settle();
    return answer.status === 200
      ? 200
      : [answer.status, answer.body.code, Object.keys(answer.body.details?.fields ?? {})];
  };
  const handOut = async () => {
    const { body } = await office.json<{ tickets: { due: { articles: object[] } }[] }>(
      'GET',
      `/api/admin/events/${made.eventId}/desk-list`,
    );
    return body.tickets[0]?.due.articles;
  };
  return { shop, made, office, orderId, participantId, shirt, jacket, cap, gift, state, change, handOut };
}

test('swaps a size at the same price: the old size is free again, and the buyer is told', async () => {
  const { shop, shirt, change, state, handOut } = await scene();
  expect(await change({ from: shirt('M'), to: shirt('S') })).toBe(200);
  expect(await handOut()).toEqual([{ name: 'Shirt', variantName: 'S', quantity: 1 }]);
  expect(await state()).toMatchObject({ articles: [['1 Shirt, S', 2500]], total: 5500, open: 0, refunds: [] });
  expect((await state()).sold).toEqual({ S: 1, M: 0, XL: 0 });
  const [mail] = await shop.mails('buyer@runner.example');
  expect(mail?.subject).toBe('Getauscht: Shirt, S statt Shirt, M');
  expect(mail?.text).toContain('Am Preis ändert sich nichts.');
});

test('a dearer article leaves a rest, a cheaper one is refunded', async () => {
  const { shirt, jacket, change, state } = await scene();
  expect(await change({ from: shirt('M'), to: jacket('M') })).toBe(200);
  expect(await state()).toMatchObject({ articles: [['1 Jacke, M', 6000]], total: 9000, open: 3500, refunds: [] });
  expect(await change({ from: jacket('M'), to: shirt('S') })).toBe(200);
  expect(await state()).toMatchObject({ total: 5500, open: 0, refunds: [] });
  expect(await change({ from: shirt('S') })).toBe(200);
  expect(await state()).toMatchObject({ articles: [], total: 3000, open: 0, refunds: [2500] });
});

test('adds an article that is to be paid', async () => {
  const { shirt, change, state } = await scene();
  expect(await change({ to: shirt('S') })).toBe(200);
  expect(await state()).toMatchObject({
    articles: [
      ['1 Shirt, M', 2500],
      ['1 Shirt, S', 2500],
    ],
    total: 8000,
    open: 2500,
  });
});

test('swaps some of the pieces; the others stay', async () => {
  const { shirt, jacket, change, state, handOut } = await scene({ pieces: 2 });
  expect(await change({ from: shirt('M'), to: shirt('S') })).toBe(200);
  expect(await state()).toMatchObject({
    articles: [
      ['1 Shirt, M', 2500],
      ['1 Shirt, S', 2500],
    ],
    total: 8000,
    sold: { M: 1, S: 1, XL: 0 },
  });
  expect(await change({ from: shirt('M'), to: jacket('M', 2) })).toBe(200);
  expect(await state()).toMatchObject({ total: 17_500, open: 9500 });
  expect(await handOut()).toHaveLength(2);
});

test('a discount goes over as far as the new price allows, and the rest of it to nobody', async () => {
  const { shirt, jacket, cap, change, state } = await scene({ percentOff: 20 });
  expect(await state()).toMatchObject({ total: 5000, open: 0 });
  expect(await change({ from: shirt('M'), to: jacket('M') })).toBe(200);
  // 60,00 € less the 5,00 € that the shirt had.
  expect(await state()).toMatchObject({ total: 8500, open: 3500 });
  expect(await change({ from: jacket('M'), to: cap('M') })).toBe(200);
  // The cap costs 3,00 €, all of it discounted.
  expect(await state()).toMatchObject({ articles: [['1 Kappe, M', 300]], total: 3000, open: 0, refunds: [2000] });
});

test('a discount of pieces that are taken off in part stays with the others', async () => {
  const { shirt, change, state } = await scene({ pieces: 2, percentOff: 20 });
  expect(await state()).toMatchObject({ total: 7000 });
  expect(await change({ from: shirt('M') })).toBe(200);
  expect(await state()).toMatchObject({ articles: [['1 Shirt, M', 2500]], total: 5000, refunds: [2000] });
});

test('a donation has the sum that is named, within its limits', async () => {
  const { gift, change, state } = await scene();
  expect(await change({ to: gift('frei') })).toEqual([400, 'VALIDATION_FAILED', ['to.unitPrice']]);
  expect(await change({ to: { ...gift('frei'), unitPrice: 499 } })).toEqual([
    400,
    'VALIDATION_FAILED',
    ['to.unitPrice'],
  ]);
  expect(await change({ to: { ...gift('frei'), unitPrice: 700 } })).toBe(200);
  expect(await state()).toMatchObject({ total: 6200, open: 700 });
});

test('the same article in its own place changes nothing and mails nobody', async () => {
  const { shop, shirt, change, state } = await scene();
  const [before, mails] = [await state(), await shop.mails('buyer@runner.example')];
  expect(await change({ from: shirt('M'), to: shirt('M') })).toBe(200);
  expect(await state()).toEqual(before);
  expect(await shop.mails('buyer@runner.example')).toEqual(mails);
});

test('an unpaid order costs what it holds now', async () => {
  const { shirt, jacket, change, state } = await scene({ isPaid: false });
  expect(await change({ from: shirt('M'), to: jacket('M') })).toBe(200);
  expect(await state()).toMatchObject({ total: 9000, open: 9000, refunds: [] });
});

test.each([
  [
    'a swap',
    (at: Awaited<ReturnType<typeof scene>>) => ({ from: at.shirt('M'), to: at.jacket('M') }),
    [['1 Jacke, M', 2500]],
  ],
  ['taking off', (at: Awaited<ReturnType<typeof scene>>) => ({ from: at.shirt('M') }), []],
  [
    'adding',
    (at: Awaited<ReturnType<typeof scene>>) => ({ to: at.jacket('M') }),
    [
      ['1 Shirt, M', 2500],
      ['1 Jacke, M', 0],
    ],
  ],
  [
    'another number of pieces',
    (at: Awaited<ReturnType<typeof scene>>) => ({ from: at.shirt('M'), to: at.shirt('S', 2) }),
    [['2 Shirt, S', 0]],
  ],
] as const)('keepsPrice: %s neither costs nor refunds', async (_, bodyOf, articles) => {
  const at = await scene();
  expect(await at.change({ ...bodyOf(at), keepsPrice: true })).toBe(200);
  expect(await at.state()).toMatchObject({ articles, total: 5500, open: 0, refunds: [] });
});

test('refuses what cannot be, and changes nothing', async () => {
  const at = await scene();
  const { shirt, jacket, change, state } = at;
  const before = await state();
  const unknown = { ...shirt('M'), variantId: 999_999 };
  expect(await change({})).toEqual([400, 'VALIDATION_FAILED', ['to']]);
  expect(await change({ from: jacket('M') })).toEqual([400, 'VALIDATION_FAILED', ['from.variantId']]);
  expect(await change({ from: shirt('M', 2) })).toEqual([400, 'VALIDATION_FAILED', ['from.quantity']]);
  expect(await change({ to: unknown })).toEqual([400, 'VALIDATION_FAILED', ['variantId']]);
  expect(await change({ to: { ...shirt('M'), variantId: jacket('M').variantId } })).toEqual([
    409,
    'CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS',
    [],
  ]);
  expect(await change({ to: shirt('S', 2) })).toEqual([400, 'ORDERED_TOO_MANY_ARTICLES', []]);
  expect(await change({ from: shirt('M'), to: shirt('XL', 2) })).toEqual([409, 'RESERVING_ARTICLES_FAILED', []]);
  expect(await change({ participantId: 999_999, to: shirt('S') })).toEqual([404, 'NOT_FOUND', []]);
  expect(await state()).toEqual(before);
});

test('an article that everybody must have is not taken off', async () => {
  const at = await scene();
  const { articleId } = at.shirt('M');
  await at.office.json('PATCH', `/api/admin/articles/${articleId}`, { minAmountPerParticipant: 1 });
  expect(await at.change({ from: at.shirt('M') })).toEqual([400, 'ORDERED_NOT_ENOUGH_ARTICLES', []]);
  expect(await at.change({ from: at.shirt('M'), to: at.shirt('S') })).toBe(200);
});

test('the history says what was before and after', async () => {
  const at = await scene();
  await at.change({ from: at.shirt('M'), to: at.jacket('M') });
  const { body } = await at.office.json<{ order: { audits: { type: string; comment: string }[] } }>(
    'GET',
    `/api/admin/orders/${at.orderId}`,
  );
  expect(body.order.audits.filter(({ type }) => type === 'OrderChanged').at(-1)?.comment).toContain(
    'article: 1 × Shirt, M → 1 × Jacke, M',
  );
  const page = await (await at.office.fetch(`/admin/orders/${at.orderId}`)).text();
  expect(page).toContain('1 × Jacke, M');
});

test('the page offers what the person has and what there is, and swaps it', async () => {
  const { office, orderId, participantId, shirt, jacket, state } = await scene();
  const path = `/admin/orders/${orderId}/participants/${participantId}/articles`;
  const page = plain(await (await office.fetch(path)).text());
  expect(page).toContain('1 × Shirt, M');
  expect(page).toContain('Jacke, M · 60,00 € (noch 5)');
  const choice = ({ articleId, variantId }: { articleId: number; variantId: number }) => `${articleId}:${variantId}`;
  // Nothing is taken off by a press alone.
  const unchosen = await office.form(path, { from: choice(shirt('M')), to: '', quantity: '1', difference: 'settle' });
  expect(unchosen.status).toBe(400);
  const neither = await office.form(path, { from: '', to: 'none', quantity: '1', difference: 'settle' });
  expect(neither.status).toBe(400);
  expect(await neither.text()).toContain('Wähl, was getauscht, herausgenommen oder dazugegeben wird.');
  const swap = { from: choice(shirt('M')), to: choice(jacket('M')), quantity: '1', difference: 'settle' };
  const tooMany = await office.form(path, { ...swap, quantity: '2' });
  expect(tooMany.status).toBe(400);
  const done = await office.form(path, swap);
  expect(done.status).toBe(303);
  const after = await (await office.fetch(done.headers.get('location') ?? '')).text();
  expect(after).toContain('Artikel geändert.');
  expect(await state()).toMatchObject({ articles: [['1 Jacke, M', 6000]], total: 9000, open: 3500 });
  const off = await office.form(path, { from: choice(jacket('M')), to: 'none', quantity: '1', difference: 'settle' });
  expect(off.status).toBe(303);
  expect(await state()).toMatchObject({ articles: [], total: 3000, open: 0 });
});

/** The scene whose buyer changes articles; the event lets them unless `may` is false. */
async function ownScene({ isPaid = true, may = true } = {}) {
  const at = await scene({ isPaid });
  const { shop, made, orderId, participantId } = at;
  await shop.deps.write((work) => updateEvent(work, made.eventId, { buyersMayChange: may }));
  const owner = await shop.login('buyer@runner.example');
  const changeOwn = async (body: object) => {
    const answer = await (await shop.login('buyer@runner.example')).json<{
      code?: string;
      details?: { fields?: object };
    }>('POST', `/api/orders/${orderId}/articles/change`, { participantId, ...body });
    await shop.settle();
    return answer.status === 200
      ? 200
      : [answer.status, answer.body.code, Object.keys(answer.body.details?.fields ?? {})];
  };
  return { ...at, owner, changeOwn };
}

test('buyers swap a size for the same price or a dearer article, never for a cheaper one', async () => {
  const { shirt, jacket, cap, changeOwn, state } = await ownScene();
  expect(await changeOwn({ from: shirt('M'), to: shirt('S') })).toBe(200);
  expect(await state()).toMatchObject({ articles: [['1 Shirt, S', 2500]], total: 5500, open: 0 });
  expect(await changeOwn({ from: shirt('S'), to: cap('M') })).toEqual([400, 'VALIDATION_FAILED', ['to']]);
  expect(await changeOwn({ from: shirt('S') })).toEqual([400, 'VALIDATION_FAILED', ['to']]);
  expect(await changeOwn({ from: shirt('S'), to: shirt('M'), keepsPrice: true })).toEqual([
    ...[400, 'VALIDATION_FAILED'],
    ['keepsPrice'],
  ]);
  expect(await state()).toMatchObject({ articles: [['1 Shirt, S', 2500]], total: 5500, refunds: [] });
  expect(await changeOwn({ from: shirt('S'), to: jacket('M') })).toBe(200);
  expect(await state()).toMatchObject({ articles: [['1 Jacke, M', 6000]], total: 9000, open: 3500 });
});

test('a sold-out size is refused to the buyer, and nothing changes', async () => {
  const { shirt, changeOwn, state, change } = await ownScene();
  expect(await change({ to: shirt('XL') })).toBe(200);
  const before = await state();
  expect(await changeOwn({ from: shirt('M'), to: shirt('XL') })).toEqual([409, 'RESERVING_ARTICLES_FAILED', []]);
  expect(await state()).toEqual(before);
});

test('what a buyer adds to a paid order is removed unless it is paid in time; a dearer swap stays', async () => {
  const { shop, shirt, jacket, changeOwn, state } = await ownScene();
  expect(await changeOwn({ to: shirt('S') })).toBe(200);
  expect((await shop.mails('buyer@runner.example'))[0]?.text).toContain('Bitte zahle bis');
  expect(await state()).toMatchObject({ total: 8000, open: 2500, sold: { S: 1, M: 1 } });
  shop.clock.advance(days(11));
  await shop.settle();
  expect(await state()).toMatchObject({ articles: [['1 Shirt, M', 2500]], total: 5500, open: 0, sold: { S: 0, M: 1 } });
  expect(await changeOwn({ from: shirt('M'), to: jacket('M') })).toBe(200);
  shop.clock.advance(days(11));
  await shop.settle();
  expect(await state()).toMatchObject({ articles: [['1 Jacke, M', 6000]], total: 9000, open: 3500 });
});

test.each([
  ['the event does not let them', { may: false }, null],
  ['changes are closed', {}, '2026-05-17T07:00:00Z'],
] as const)('buyers change no article when %s', async (_, options, at) => {
  const { shop, owner, orderId, participantId, shirt, changeOwn, state } = await ownScene(options);
  if (at) shop.clock.set(at);
  const before = await state();
  expect(await changeOwn({ from: shirt('M'), to: shirt('S') })).toEqual([
    ...[409, 'CANT_EDIT_PARTICIPANT_DATA_TOO_LATE'],
    [],
  ]);
  expect((await owner.fetch(`/orders/${orderId}/participants/${participantId}/articles`)).status).toBe(303);
  expect(await state()).toEqual(before);
});

test('the buyer’s page swaps a size, and leads to the payment of something dearer', async () => {
  const { owner, orderId, participantId, shirt, jacket, state, made } = await ownScene();
  const path = `/orders/${orderId}/participants/${participantId}/articles`;
  const choice = ({ articleId, variantId }: { articleId: number; variantId: number }) => `${articleId}:${variantId}`;
  const person = await (await owner.fetch(`/orders/${orderId}/participants/${participantId}`)).text();
  expect(person).toContain(`href="${path}"`);
  const html = plain(await (await owner.fetch(path)).text());
  expect(html).not.toContain('value="none"');
  const cheaper = await owner.form(path, { from: choice(jacket('M')), to: choice(shirt('S')), quantity: '1' });
  expect(cheaper.status).toBe(400);
  const swapped = await owner.form(path, { from: choice(shirt('M')), to: choice(shirt('S')), quantity: '1' });
  expect(swapped.headers.get('location')).toBe(`/orders/${orderId}?saved=article`);
  const dearer = await owner.form(path, { from: choice(shirt('S')), to: choice(jacket('M')), quantity: '1' });
  expect(dearer.headers.get('location')).toBe(`/events/${made.eventId}/payment?order=${orderId}`);
  expect(await state()).toMatchObject({ articles: [['1 Jacke, M', 6000]], total: 9000, open: 3500 });
});
