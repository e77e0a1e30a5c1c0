import { expect, test } from 'vitest';
import { createVariant } from '#modules/events/index.ts';
import { articleVariants } from '#modules/events/schema.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { type Scene, scene } from '#tests/contract/scene.ts';
import { formOn } from '#tests/support/form.ts';
import type { Caller } from '#tests/support/shop.ts';

type Json = Record<string, unknown>;
type Refusal = { code: string; details: { fields?: Record<string, string[]>; left?: number } };

const pagePath = ({ race }: Scene) => `/admin/events/${race.eventId}/articles`;
const shirtPage = (at: Scene) => `${pagePath(at)}/${at.race.shirtId}`;

const patch = (who: Caller, path: string, body: Json) => who.json<Json & Refusal>('PATCH', path, body);

async function articleOf(at: Scene, id: number): Promise<Json> {
  const { body } = await at.organizer.json<{ rows: Json[] }>('GET', `/api/admin/articles/${at.race.relayId}`);
  return body.rows.find((row) => row.id === id) ?? {};
}

async function ordered(at: Scene, quantity = 1): Promise<number> {
  const choice = {
    uniqueLocalId: 'u',
    articleId: at.race.shirtId,
    variantId: at.race.shirtVariantId,
    quantity,
  };
  const booking = bookingOf(at.race, [runner({ articles: [choice] })], { totalPrice: 3000 + 150 + quantity * 2500 });
  const answer = await at.buyer.json<{ orderId: number }>('POST', `/api/events/${at.race.eventId}/book`, booking);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.orderId;
}

/** The form of the variants as the page shows it. */
async function variantsForm(at: Scene): Promise<Record<string, string | string[]>> {
  const html = await (await at.organizer.fetch(shirtPage(at))).text();
  const part = html.slice(html.indexOf('id="variants"'));
  const page = { ...at.organizer, fetch: async () => new Response(part) };
  return formOn(page, '');
}

test('a new article has defaults', async () => {
  const at = await scene();
  const { body } = await at.organizer.json<{ article: Json }>('POST', `/api/admin/articles/${at.race.eventId}`, {
    name: 'Buff',
  });
  expect(body.article).toMatchObject({
    type: 'normal',
    price: 0,
    currency: 'eur',
    vat: null,
    minPrice: null,
    maxPrice: null,
    recommendedPrice: null,
    minAmountPerParticipant: null,
    maxAmountPerParticipant: null,
    minAmountPerTeam: null,
    maxAmountPerTeam: null,
    teamArticle: false,
    soldByStartblock: false,
    sortOrder: 2,
    competitionIds: [],
    variants: [],
  });
});

test.each([
  [{ minAmountPerParticipant: 3, maxAmountPerParticipant: 2 }, 'maxAmountPerParticipant'],
  [{ maxAmountPerParticipant: 101 }, 'maxAmountPerParticipant'],
  [{ minAmountPerTeam: 3, maxAmountPerTeam: 2 }, 'maxAmountPerTeam'],
  [{ minAmountPerParticipant: 3, maxAmountPerTeam: 2, maxAmountPerParticipant: null }, 'maxAmountPerTeam'],
  [{ teamArticle: true, minAmountPerTeam: 3, maxAmountPerParticipant: 2 }, 'minAmountPerTeam'],
  [{ type: 'donation', minPrice: 500, maxPrice: 200 }, 'maxPrice'],
  [{ type: 'donation', minPrice: 500, maxPrice: 900, recommendedPrice: 1000 }, 'recommendedPrice'],
  [{ type: 'donation', minPrice: 500, recommendedPrice: 400 }, 'recommendedPrice'],
  [{ type: 'free', price: 100 }, 'price'],
  [{ vat: 100.5 }, 'vat'],
  [{ competitionIds: [999_999] }, 'competitionIds'],
])('%j is refused at %s', async (input, field) => {
  const at = await scene();
  const { status, body } = await patch(at.organizer, `/api/admin/articles/${at.race.shirtId}`, input);
  expect([status, body.code, Object.keys(body.details.fields ?? {})]).toEqual([400, 'VALIDATION_FAILED', [field]]);
});

test('reports contradictions at the field; a free article costs nothing', async () => {
  const at = await scene();
  const form = await formOn(at.organizer, shirtPage(at));
  const wrong = await at.organizer.form(shirtPage(at), { ...form, minAmountPerParticipant: '5' });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('id="field-maxAmountPerParticipant-error"');
  const free = await at.organizer.form(shirtPage(at), { ...form, type: 'free' });
  expect(free.status).toBe(303);
  expect(await articleOf(at, at.race.shirtId)).toMatchObject({ type: 'free', price: 0 });
});

test('only super admins set what the platform sells', async () => {
  const at = await scene();
  const path = `/api/admin/articles/${at.race.shirtId}`;
  const refused = await patch(at.organizer, path, { soldByStartblock: true });
  expect([refused.status, refused.body.code]).toEqual([403, 'NO_PERMISSION']);
  const made = await at.organizer.json<Refusal>('POST', `/api/admin/articles/${at.race.eventId}`, {
    name: 'Medaille',
    soldByStartblock: true,
  });
  expect(made.body.code).toBe('NO_PERMISSION');
  expect((await patch(at.organizer, path, { soldByStartblock: false })).status, 'as it is').toBe(200);
  expect(await formOn(at.organizer, shirtPage(at))).not.toHaveProperty('soldByStartblock');
  await at.organizer.form(shirtPage(at), {
    ...(await formOn(at.organizer, shirtPage(at))),
    soldByStartblock: 'true',
  });
  expect(await articleOf(at, at.race.shirtId)).toMatchObject({ soldByStartblock: false });

  const form = await formOn(at.superAdmin, shirtPage(at));
  expect((await at.superAdmin.form(shirtPage(at), { ...form, soldByStartblock: 'true' })).status).toBe(303);
  expect(await articleOf(at, at.race.shirtId)).toMatchObject({ soldByStartblock: true });
  const later = await at.organizer.form(shirtPage(at), await formOn(at.organizer, shirtPage(at)));
  expect(later.status, 'whoever does not see it leaves it').toBe(303);
  const ours = await articleOf(at, at.race.shirtId);
  expect(ours).toMatchObject({ soldByStartblock: true });

  // What it costs is the platform's to say as well: by the call and by the form.
  for (const change of [{ price: 1 }, { type: 'free' }, { vat: 10 }]) {
    expect([change, (await patch(at.organizer, path, change)).status]).toEqual([change, 403]);
  }
  const cheaper = { ...(await formOn(at.organizer, shirtPage(at))), price: '0,01' };
  const told = await at.organizer.form(shirtPage(at), cheaper);
  expect(told.status).toBe(409);
  expect(await told.text()).toContain('Dafür hast du keine Berechtigung.');
  expect(await articleOf(at, at.race.shirtId)).toEqual(ours);
  expect((await patch(at.superAdmin, path, { price: 1 })).status).toBe(200);
});

test('counts the difference of an amount only and refuses to take more than is left', async () => {
  const at = await scene();
  const path = `/api/admin/article-variants/${at.race.shirtVariantId}`;
  const left = async () => {
    const { variants } = (await articleOf(at, at.race.shirtId)) as { variants: { availableAmount: number }[] };
    return variants[0]?.availableAmount;
  };
  const form = await variantsForm(at);
  const key = `variant.${at.race.shirtVariantId}`;
  expect(form).toMatchObject({ [`${key}.availableAmount`]: '50', [`${key}.baselineAvailableAmount`]: '50' });
  await ordered(at, 2);
  const saved = await at.organizer.form(`${shirtPage(at)}/variants`, { ...form, [`${key}.availableAmount`]: '60' });
  expect(saved.headers.get('location')).toBe(`${shirtPage(at)}?variantsSaved#variants`);
  expect(await left(), 'ten more, two sold meanwhile').toBe(58);

  const few = await patch(at.organizer, path, { availableAmount: 0, baselineAvailableAmount: 60 });
  expect([few.status, few.body.code, few.body.details.left]).toEqual([409, 'CANT_CHANGE_ARTICLE_VARIANT_TOO_FEW', 58]);
  const half = await patch(at.organizer, path, { baselineAvailableAmount: 60 });
  expect([half.status, half.body.code, half.body.details]).toMatchObject([
    400,
    'VALIDATION_FAILED',
    { fields: { availableAmount: ['Das fehlt noch.'] } },
  ]);

  const stale = { ...(await variantsForm(at)), [`${key}.availableAmount`]: '0' };
  await ordered(at, 2);
  const told = await at.organizer.form(`${shirtPage(at)}/variants`, { ...stale, 'variant.new.newNames': 'L' });
  expect(told.status).toBe(409);
  const html = await told.text();
  expect(html).toContain('Inzwischen sind nur noch 56 da');
  expect(html).toMatch(/4\svon\s60/);
  expect(html, 'the next try counts from now').toContain(`name="${key}.baselineAvailableAmount" value="56"`);
  expect(html, 'and nothing that was typed is lost').toContain('value="L"');
  expect(await left()).toBe(56);
});

test('makes several sizes at once and refuses duplicate names', async () => {
  const at = await scene();
  const save = (names: string, amount: string) =>
    at.organizer.form(`${shirtPage(at)}/variants`, { 'variant.new.newNames': names, 'variant.new.newAmount': amount });
  expect((await save('XS, S; L,XL', '40')).status).toBe(303);
  const { variants } = (await articleOf(at, at.race.shirtId)) as { variants: Json[] };
  expect(variants.map(({ name, availableAmount }) => [name, availableAmount])).toEqual([
    ['M', 50],
    ['XS', 40],
    ['S', 40],
    ['L', 40],
    ['XL', 40],
  ]);
  for (const [names, amount, said] of [
    ['xl', '', '„xl“ gibt es schon.'],
    ['XXL, XXL', '', '„XXL“ gibt es schon.'],
    ['XXL', 'viele', 'Bitte gib eine ganze Zahl ein.'],
    [Array.from({ length: 51 }, (_, n) => `G${n}`).join(), '', 'Höchstens 50 auf einmal.'],
  ] as const) {
    const wrong = await save(names, amount);
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain(said);
  }
});

test('refuses equal variant names by form and API; old duplicates stay on sale', async () => {
  const at = await scene();
  await at.organizer.form(`${shirtPage(at)}/variants`, { 'variant.new.newNames': 'L', 'variant.new.newAmount': '7' });
  const path = '/api/admin/article-variants';
  const article = () => articleOf(at, at.race.shirtId) as Promise<{ variants: { id: number; name: string }[] }>;
  const names = async () => (await article()).variants.map(({ name }) => name);
  const { id: largeId } = (await article()).variants[1] ?? expect.fail();
  const twin = { name: ' m', availableAmount: 1 };
  const refusals = [
    await at.organizer.json<Refusal>('POST', `${path}/${at.race.shirtId}`, twin),
    await patch(at.organizer, `${path}/${largeId}`, twin),
  ];
  for (const { status, body } of refusals)
    expect([status, body.code, body.details.fields]).toEqual([
      400,
      'VALIDATION_FAILED',
      { name: ['Diesen Namen hat schon eine andere Variante des Artikels.'] },
    ]);
  const [small, large] = [`variant.${at.race.shirtVariantId}.name`, `variant.${largeId}.name`];
  const form = await variantsForm(at);
  const told = await at.organizer.form(`${shirtPage(at)}/variants`, { ...form, [large]: 'm' });
  expect([told.status, (await told.text()).includes('„m“ gibt es schon.')]).toEqual([400, true]);
  const both = { ...form, [large]: 'XL', 'variant.new.newNames': 'xl' };
  expect((await at.organizer.form(`${shirtPage(at)}/variants`, both)).status).toBe(400);
  expect(await names()).toEqual(['M', 'L']);
  const swapped = await at.organizer.form(`${shirtPage(at)}/variants`, { ...form, [small]: 'L', [large]: 'M' });
  expect([swapped.status, await names()]).toEqual([303, ['L', 'M']]);

  // What was called the same before this was refused.
  await at.shop.deps.write(({ tx }) => tx.update(articleVariants).set({ name: 'L' }));
  const more = { ...(await variantsForm(at)), [`variant.${largeId}.availableAmount`]: '9' };
  expect((await at.organizer.form(`${shirtPage(at)}/variants`, more)).status).toBe(303);
  expect((await patch(at.organizer, `${path}/${largeId}`, { name: 'L', availableAmount: 11 })).status).toBe(200);
});

test('reports a variant renamed by another user, then saves the next attempt', async () => {
  const at = await scene();
  const key = `variant.${at.race.shirtVariantId}.name`;
  const form = await variantsForm(at);
  await patch(at.organizer, `/api/admin/article-variants/${at.race.shirtVariantId}`, { name: 'Medium' });
  const told = await at.organizer.form(`${shirtPage(at)}/variants`, { ...form, [key]: 'Mittel' });
  expect(told.status).toBe(409);
  const html = await told.text();
  expect(html).toContain('Eine Variante heißt jetzt „Medium“. Wenn du speicherst, heißt sie „Mittel“.');
  const again = await formOn(
    { ...at.organizer, fetch: async () => new Response(html.slice(html.indexOf('id="variants"'))) },
    '',
  );
  expect(again[key]).toBe('Mittel');
  expect((await at.organizer.form(`${shirtPage(at)}/variants`, again)).status).toBe(303);
  expect(await articleOf(at, at.race.shirtId)).toMatchObject({ variants: [{ name: 'Mittel' }] });
});

test('a repeated form keeps its baseline and shows rows added meanwhile', async () => {
  const at = await scene();
  const key = `variant.${at.race.shirtVariantId}`;
  const form = await variantsForm(at);
  await at.organizer.form(`${shirtPage(at)}/variants`, { 'variant.new.newNames': 'L', 'variant.new.newAmount': '7' });
  await ordered(at, 2);
  const wrong = { ...form, [`${key}.availableAmount`]: '60', 'variant.new.newAmount': 'viele' };
  const told = await at.organizer.form(`${shirtPage(at)}/variants`, wrong);
  expect(told.status).toBe(400);
  const html = await told.text();
  const part = { ...at.organizer, fetch: async () => new Response(html.slice(html.indexOf('id="variants"'))) };
  const again = await formOn(part, '');
  expect(again).toMatchObject({ [`${key}.availableAmount`]: '60', [`${key}.baselineAvailableAmount`]: '50' });
  expect((await at.organizer.form(`${shirtPage(at)}/variants`, { ...again, 'variant.new.newAmount': '' })).status).toBe(
    303,
  );
  const { variants } = (await articleOf(at, at.race.shirtId)) as { variants: Json[] };
  expect(variants.map(({ name, availableAmount }) => [name, availableAmount])).toEqual([
    ['M', 58],
    ['L', 7],
  ]);
});

test('reports a variant deleted by another user', async () => {
  const at = await scene();
  await at.organizer.form(`${shirtPage(at)}/variants`, { 'variant.new.newNames': 'L' });
  const form = await variantsForm(at);
  const { variants } = (await articleOf(at, at.race.shirtId)) as { variants: { id: number; name: string }[] };
  const large = variants.find(({ name }) => name === 'L');
  await at.organizer.form(`${shirtPage(at)}/variants/${large?.id}/delete`, { confirmed: 'true' });
  const told = await at.organizer.form(`${shirtPage(at)}/variants`, form);
  expect([told.status, (await told.text()).includes('„L“ wurde gelöscht.')]).toEqual([409, true]);
});

test('reports concurrent edits of an article and a protection to the second user', async () => {
  const at = await scene();
  const protectionPage = `/admin/cancellation-protection/${at.race.eventId}/${at.race.protectionId}`;
  for (const [page, api, field, mine, theirs] of [
    [shirtPage(at), `/api/admin/articles/${at.race.shirtId}`, 'name', 'Shirt', 'Leiberl'],
    [protectionPage, `/api/admin/cancellation-protections/${at.race.protectionId}`, 'title', 'Schutz', 'Rücktritt'],
  ] as const) {
    const opened = await formOn(at.organizer, page);
    await patch(at.organizer, api, { [field]: theirs });
    const told = await at.organizer.form(page, { ...opened, [field]: mine });
    expect([page, told.status]).toEqual([page, 409]);
    const html = await told.text();
    expect(html).toContain(`jetzt ${theirs}`);
    expect(html).toContain(`value="${mine}"`);
    const again = await formOn({ ...at.organizer, fetch: async () => new Response(html) }, page);
    expect((await at.organizer.form(page, again)).status).toBe(303);
    expect((await formOn(at.organizer, page))[field]).toBe(mine);
  }
});

test('never deletes what was ordered; deletes everything else after confirmation', async () => {
  const at = await scene();
  const orderId = await ordered(at);
  await at.superAdmin.json('PATCH', '/api/admin/orders/cancel', { orderIds: [orderId] });
  await at.buyer.json('POST', `/api/events/${at.race.eventId}/book`, {
    ...bookingOf(at.race, [runner()], { totalPrice: 3000 + 150 + 500 }),
    cancellationProtections: [{ id: at.race.protectionId, price: 500 }],
  });
  const protection = `/admin/cancellation-protection/${at.race.eventId}/${at.race.protectionId}`;
  for (const [api, page, back, code] of [
    [
      `/api/admin/article-variants/${at.race.shirtVariantId}`,
      `${shirtPage(at)}/variants/${at.race.shirtVariantId}`,
      shirtPage(at),
      'CANT_DELETE_ARTICLE_VARIANT_HAS_ORDERS',
    ],
    [`/api/admin/articles/${at.race.shirtId}`, shirtPage(at), shirtPage(at), 'CANT_DELETE_ARTICLE_HAS_ORDERS'],
    [
      `/api/admin/cancellation-protections/${at.race.protectionId}`,
      protection,
      protection,
      'CANT_DELETE_CANCELLATION_PROTECTION_IN_USE',
    ],
  ] as const) {
    const { status, body } = await at.organizer.json<Refusal>('DELETE', api);
    expect([status, body.code]).toEqual([409, code]);
    expect(await (await at.organizer.fetch(`${page}/delete`)).text()).toContain(`action="${page}/delete"`);
    expect((await at.organizer.form(`${page}/delete`, {})).status, 'not without a yes').toBe(400);
    const refused = await at.organizer.form(`${page}/delete`, { confirmed: 'true' });
    expect(refused.headers.get('location')).toBe(`${back}?refused=${code}`);
    expect(await (await at.organizer.fetch(`${back}?refused=${code}`)).text()).toContain('kann nicht gelöscht werden');
  }
  await at.organizer.form(`${shirtPage(at)}/variants`, { 'variant.new.newNames': 'L' });
  const { variants } = (await articleOf(at, at.race.shirtId)) as { variants: { id: number; name: string }[] };
  const large = variants.find(({ name }) => name === 'L');
  await at.organizer.form(`${shirtPage(at)}/variants/${large?.id}/delete`, { confirmed: 'true' });
  expect(((await articleOf(at, at.race.shirtId)) as { variants: Json[] }).variants).toHaveLength(1);
});

test('articles and variants are put in order by all their ids', async () => {
  const at = await scene();
  const { body } = await at.organizer.json<{ article: { id: number } }>(
    'POST',
    `/api/admin/articles/${at.race.eventId}`,
    { name: 'Buff' },
  );
  const order = `/api/admin/articles/${at.race.eventId}/order`;
  const wrong = await patch(at.organizer, order, { articleIds: [body.article.id, body.article.id] });
  expect(Object.keys(wrong.body.details.fields ?? {})).toEqual(['articleIds']);
  const right = await patch(at.organizer, order, { articleIds: [body.article.id, at.race.shirtId] });
  expect((right.body.rows as Json[]).map(({ id }) => id)).toEqual([body.article.id, at.race.shirtId]);

  const large = await at.shop.deps.write((work) => createVariant(work, at.race.shirtId, { name: 'L' }));
  const ofVariants = `/api/admin/article-variants/${at.race.shirtId}/order`;
  const few = await patch(at.organizer, ofVariants, { articleVariantIds: [large] });
  expect(Object.keys(few.body.details.fields ?? {})).toEqual(['articleVariantIds']);
  const ofBuff = await at.shop.deps.write((work) => createVariant(work, body.article.id, { name: 'L' }));
  for (const [stranger, code] of [
    [ofBuff, 'CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS'],
    [999_999, 'VALIDATION_FAILED'],
  ] as const) {
    const refused = await patch(at.organizer, ofVariants, { articleVariantIds: [large, stranger] });
    expect(refused.body.code).toBe(code);
  }
  const sorted = await patch(at.organizer, ofVariants, { articleVariantIds: [large, at.race.shirtVariantId] });
  expect((sorted.body.rows as Json[]).map(({ name }) => name)).toEqual(['L', 'M']);
  const moved = await at.organizer.form(`${shirtPage(at)}/variants/order`, { move: `${large}:down` });
  expect(moved.status).toBe(303);
  expect(((await articleOf(at, at.race.shirtId)) as { variants: Json[] }).variants[0]).toMatchObject({ name: 'M' });
});

test('lists sold articles with the revenue of live orders', async () => {
  const at = await scene();
  await ordered(at, 2);
  const canceled = await ordered(at);
  await at.superAdmin.json('PATCH', '/api/admin/orders/cancel', { orderIds: [canceled] });
  const html = await (await at.organizer.fetch(`${pagePath(at)}/sold`)).text();
  expect(html).toContain('Finisher-Shirt · M');
  const cells = [...html.slice(html.indexOf('Alle Artikel')).matchAll(/class="figures">([^<]*)</g)].map(([, text]) =>
    text?.replace(/\s/g, ' '),
  );
  expect(cells).toEqual(['2', '48', '50', '50,00 €']);
  expect(await (await at.organizer.fetch(pagePath(at))).text()).toContain(`href="${pagePath(at)}/sold"`);
  expect((await at.otherOrganizer.fetch(`${pagePath(at)}/sold`)).status).toBe(404);
  const short = await at.organizer.fetch(`/admin/articles/${at.race.shirtId}/${at.race.eventId}`);
  expect(short.headers.get('location')).toBe(shirtPage(at));
});

test('the pages speak of packages and groups where the event does', async () => {
  const at = await scene();
  await patch(at.organizer, `/api/admin/events/${at.race.eventId}`, { useAlternateTranslation: true });
  const html = await (await at.organizer.fetch(shirtPage(at))).text();
  const begin = html.indexOf('data-guard');
  const form = html
    .slice(begin, html.indexOf('</form>', begin))
    .replace(/<[^>]*>/g, ' ')
    .replace(/^[^>]*>/, '');
  for (const said of ['Für diese Pakete', 'Nur einmal pro Gruppe', 'Mindestens pro Gruppe'])
    expect(form).toContain(said);
  expect(form).not.toMatch(/Bewerb|Team\b/);
});
