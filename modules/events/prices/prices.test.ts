import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '#src/kernel/problem.ts';
import { fromIso } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { createCompetition, releaseTickets, reserveTickets, updatePrice } from '../index.ts';
import { catalogOf } from '../read-catalog.ts';
import { deleteRecord } from '../records/save.ts';

type Input = Record<string, unknown>;

/** An organizer with a competition in June, looked at in March; prices as the API takes them. */
async function organizerWithPrices(...prices: Input[]) {
  const shop = await testShop({ now: fromIso('2026-03-01T12:00:00Z') });
  const organizer = await shop.login('prices@verein.test', { superAdmin: true });
  const { body } = await organizer.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', { name: 'V' });
  const event = await organizer.json<{ eventId: number }>('POST', '/api/admin/events', {
    title: 'Lauf',
    organizerId: body.organizer.id,
    startTimestamp: '2026-06-01T08:00:00Z',
    endTimestamp: '2026-06-01T16:00:00Z',
  });
  const { eventId } = event.body;
  const competitionId = await shop.deps.write((work) =>
    createCompetition(work, eventId, { title: '10 km', totalTicketCount: 50 }),
  );
  const ids: number[] = [];
  for (const price of prices) {
    const made = await organizer.json<{ competitionPrice: { id: number } }>(
      'POST',
      `/api/admin/competition-prices/${competitionId}`,
      price,
    );
    expect(made.status).toBe(200);
    ids.push(made.body.competitionPrice.id);
  }
  const sell = (priceId: number, count: number) =>
    shop.deps.write((work) => reserveTickets(work, { competitionId, priceId, count }, null));
  const stored = async () => {
    const catalog = await catalogOf(shop.deps.read, eventId);
    return catalog?.competitions[0]?.prices ?? [];
  };
  const path = `/admin/tickets/${eventId}/${competitionId}`;
  return { shop, organizer, eventId, competitionId, ids: ids as [number, number], sell, stored, path };
}

/** What a browser would post of the form on a page, with some of it typed anew. */
async function posted(html: string, changes: Record<string, string>): Promise<Record<string, string>> {
  const form = /<form[^>]*data-guard[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const of = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(input)?.[1];
    const name = of('name');
    if (!name || name === 'csrf') continue;
    if (of('type') === 'checkbox' && !/\schecked/.test(input)) continue;
    fields[name] = (of('value') ?? '').replaceAll('&amp;', '&');
  }
  return { ...fields, ...changes };
}

const early = { price: 3000, quantity: 10, priceOrder: 1, availableTo: '2026-04-30T21:59:00Z' };
const late = { price: 4000, quantity: 20, priceOrder: 2, availableFrom: '2026-04-30T22:00:00Z' };

test('does not put tickets on sale again that were sold while the form was open', async () => {
  const { organizer, ids, sell, stored, path } = await organizerWithPrices(early, late);
  const form = `${path}/prices/${ids[0]}`;
  const opened = await (await organizer.fetch(form)).text();
  await sell(ids[0], 3);
  const saved = await organizer.form(form, await posted(opened, { quantity: '14', price: '32,00' }));
  expect(saved.status).toBe(303);
  // Ten were shown and fourteen wanted: four more than there were, of which three are sold.
  expect((await stored())[0]).toMatchObject({ price: 3200, quantityTotal: 14, sold: 3 });
});

test('a form that comes back with an error still remembers what it showed first', async () => {
  const { organizer, ids, sell, stored, path } = await organizerWithPrices(early, late);
  const form = `${path}/prices/${ids[0]}`;
  const opened = await (await organizer.fetch(form)).text();
  await sell(ids[0], 3);
  const refused = await organizer.form(form, await posted(opened, { quantity: '12', availableFrom: 'morgen' }));
  expect(refused.status).toBe(400);
  const again = await posted(await refused.text(), { availableFrom: '' });
  expect(again).toMatchObject({ baselineQuantity: '10', quantity: '12' });
  expect((await organizer.form(form, again)).status).toBe(303);
  expect((await stored())[0]).toMatchObject({ quantityTotal: 12, sold: 3 });
});

test('refuses to take more than is left and shows the current stock', async () => {
  const { organizer, ids, sell, stored, path } = await organizerWithPrices(early, late);
  const form = `${path}/prices/${ids[0]}`;
  const opened = await (await organizer.fetch(form)).text();
  await sell(ids[0], 8);
  const fields = await posted(opened, { quantity: '5' });
  const refused = await organizer.form(form, fields);
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(html).toContain('Zu diesem Preis sind noch 2 zu haben');
  expect(await posted(html, {})).toMatchObject({ quantity: '2', baselineQuantity: '2' });
  const byApi = await organizer.json('PATCH', `/api/admin/competition-prices/${ids[0]}`, {
    quantity: 5,
    baselineQuantity: 10,
  });
  expect(byApi).toMatchObject({
    status: 409,
    body: { code: 'CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE', details: { left: 2 } },
  });
  expect((await stored())[0]).toMatchObject({ quantityTotal: 10, sold: 8 });
  // What was shown again can be saved as it stands.
  expect((await organizer.form(form, await posted(html, { quantity: '0', confirmed: 'true' }))).status).toBe(303);
  expect((await stored())[0]).toMatchObject({ quantityTotal: 8, sold: 8 });
});

test('reports a price changed by another user', async () => {
  const { organizer, ids, stored, path } = await organizerWithPrices(early, late);
  const form = `${path}/prices/${ids[0]}`;
  const opened = await (await organizer.fetch(form)).text();
  await organizer.json('PATCH', `/api/admin/competition-prices/${ids[0]}`, { price: 3333 });
  const refused = await organizer.form(form, await posted(opened, { quantity: '11' }));
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(html).toContain('Preis: jetzt 33,33\u00a0€');
  expect(await posted(html, {})).toMatchObject({ price: '33,33', quantity: '11' });
  expect((await stored())[0]).toMatchObject({ price: 3333, quantityTotal: 10 });
  expect((await organizer.form(form, await posted(html, {}))).status).toBe(303);
  expect((await stored())[0]).toMatchObject({ price: 3333, quantityTotal: 11 });
});

test.each([
  ['ends the current price', 0, { availableTo: '01.02.2026 00:00' }, 'Der Verkauf läuft gerade.'],
  ['sells it out', 0, { quantity: '0' }, 'Der Verkauf läuft gerade.'],
  ['opens a gap', 1, { availableFrom: '10.05.2026 00:00' }, 'wäre nichts zu kaufen'],
] as const)('a change that %s is asked for first', async (_, at, changes, sentence) => {
  const { organizer, ids, stored, path } = await organizerWithPrices(early, late);
  const form = `${path}/prices/${ids[at]}`;
  const before = await stored();
  const fields = await posted(await (await organizer.fetch(form)).text(), changes);
  const asked = await organizer.form(form, fields);
  const html = await asked.text();
  expect(asked.status).toBe(400);
  expect(html).toContain(sentence);
  expect(html).toContain('name="confirmed"');
  expect(await stored()).toEqual(before);
  const answered = await organizer.form(form, await posted(html, { confirmed: 'true' }));
  expect(answered.status).toBe(303);
  expect(await stored()).not.toEqual(before);
});

test('a new price that leaves a gap is asked for, one that follows is not, and the API does what it is told', async () => {
  const { organizer, competitionId, ids, stored, path } = await organizerWithPrices(early);
  const fields = { price: '40', quantity: '5', priceOrder: '2', availableFrom: '10.05.2026 00:00' };
  expect((await organizer.form(`${path}/prices/new`, fields)).status).toBe(400);
  expect(await stored()).toHaveLength(1);
  const opened = await posted(await (await organizer.fetch(`${path}/prices/new`)).text(), {});
  expect(opened).toMatchObject({ availableFrom: '01.05.2026 00:00', priceOrder: '2' });
  expect((await organizer.form(`${path}/prices/new`, { ...opened, price: '40', quantity: '5' })).status).toBe(303);
  const made = await organizer.json('POST', `/api/admin/competition-prices/${competitionId}`, {
    ...late,
    availableFrom: '2026-08-01T00:00:00Z',
  });
  expect(made.status).toBe(200);
  expect((await organizer.json('DELETE', `/api/admin/competition-prices/${ids[0]}`)).status).toBe(204);
});

test('a price is deleted over a page that says what that does; one that was bought at stays', async () => {
  const { organizer, ids, sell, stored, path } = await organizerWithPrices(early, late);
  const form = `${path}/prices/${ids[0]}`;
  expect(await (await organizer.fetch(form)).text()).toContain(`href="${form}/delete"`);
  expect(await (await organizer.fetch(`${form}/delete`)).text()).toContain('Der Verkauf läuft gerade.');
  expect((await organizer.form(`${form}/delete`, {})).status, 'not without a yes').toBe(400);
  expect(await stored()).toHaveLength(2);
  await sell(ids[0], 1);
  const refused = await organizer.form(`${form}/delete`, { confirmed: 'true' });
  expect(refused.headers.get('location')).toBe(`${form}?refused=CANT_DELETE_COMPETITION_PRICE_IN_USE`);
  expect(await (await organizer.fetch(refused.headers.get('location') ?? '')).text()).toContain('schon gebucht');
  const byApi = await organizer.json('DELETE', `/api/admin/competition-prices/${ids[0]}`);
  expect(byApi).toMatchObject({ status: 409, body: { code: 'CANT_DELETE_COMPETITION_PRICE_IN_USE' } });
  const gone = await organizer.form(`${path}/prices/${ids[1]}/delete`, { confirmed: 'true' });
  expect(gone.headers.get('location')).toBe(path);
  expect((await stored()).map(({ id }) => id)).toEqual([ids[0]]);
});

test('the page of a competition draws its prices and says what is odd about them', async () => {
  const { organizer, ids, path } = await organizerWithPrices(early, {
    ...late,
    availableFrom: '2026-05-10T00:00:00Z',
    onlyBuyableWithVoucher: true,
  });
  const html = await (await organizer.fetch(path)).text();
  expect(html).toContain('Lücke: Von 30.04.2026, 23:59 bis 10.05.2026, 02:00 ist nichts zu kaufen.');
  expect(html).toContain('0 verkauft, 10 frei');
  expect(html).toContain('gilt jetzt');
  expect(html).toContain('nur mit Gutschein');
  expect(html).toContain(`value="${ids[0]}:down"`);
});

test('never oversells during concurrent edits and bookings', async () => {
  const { shop, organizer, competitionId, ids, stored } = await organizerWithPrices(early, late);
  const [priceId] = ids;
  const step = fc.oneof(
    fc.record({ kind: fc.constant('book' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('release' as const), count: fc.integer({ min: 1, max: 2 }) }),
    fc.record({
      kind: fc.constant('edit' as const),
      quantity: fc.integer({ min: 0, max: 15 }),
      baselineQuantity: fc.option(fc.integer({ min: 0, max: 15 }), { nil: undefined }),
    }),
  );
  const refusedOr = (promise: Promise<unknown>) =>
    promise.then(
      () => true,
      (error) => {
        if (!(error instanceof Problem)) throw error;
        return false;
      },
    );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      let sold = (await stored())[0]?.sold ?? 0;
      const done = await Promise.all(
        steps.map(async (each) => {
          if (each.kind === 'edit') {
            const { kind: _, ...input } = each;
            const byApi = organizer.json('PATCH', `/api/admin/competition-prices/${priceId}`, input);
            expect([200, 409]).toContain((await byApi).status);
            return 0;
          }
          const tickets = { competitionId, priceId, count: each.count };
          if (each.kind === 'book')
            return (await refusedOr(shop.deps.write((work) => reserveTickets(work, tickets, null)))) ? each.count : 0;
          // Only what is sold can come back.
          return await shop.deps
            .write((work) => releaseTickets(work, tickets))
            .then(
              () => -each.count,
              () => 0,
            );
        }),
      );
      sold += done.reduce((sum, change) => sum + change, 0);
      const price = (await stored())[0];
      expect(price?.sold).toBe(sold);
      expect(price?.sold).toBeLessThanOrEqual(price?.quantityTotal ?? -1);
    }),
    { numRuns: 25 },
  );
});

test('verbs refuse a price that is not there', async () => {
  const { shop } = await organizerWithPrices();
  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 'done',
      (error: Problem) => error.code,
    );
  expect(await codeOf(shop.deps.write((work) => updatePrice(work, 999, { price: 1 })))).toBe('NOT_FOUND');
  expect(await codeOf(shop.deps.write((work) => deleteRecord(work, 'price', 999)))).toBe('NOT_FOUND');
});
