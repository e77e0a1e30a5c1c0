import { expect, test } from 'vitest';
import { makeRace, type Race } from '#modules/orders/testing.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { drafts } from './schema.ts';

/** A club: many people in one draft, whose page stays small and which is no larger than an order. */
async function scene() {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work, { tickets: 1000 }));
  const who = shop.visitor();
  const email = 'captain@example.test';
  const begun = await who.json('POST', '/api/auth/code/unauthenticated-login', { email, eventId: race.eventId });
  expect(begun.status).toBe(200);
  return { shop, race, who, path: `/events/${race.eventId}/competitions` };
}
type Fields = Record<string, string>;
const person = (at: number): string => `teams[${at}].participants[0]`;
const club = (race: Race, size: number, change: (at: number) => Fields = () => ({})): Fields =>
  Object.assign(
    {},
    ...Array.from({ length: size }, (_, at) => ({
      [`teams[${at}].competitionId`]: String(race.runId),
      [`teams[${at}].localId`]: `t${at}`,
      [`${person(at)}.localId`]: `p${at}`,
      [`${person(at)}.firstName`]: `Eva ${at}`,
      [`${person(at)}.lastName`]: 'Maier',
      [`${person(at)}.birthDate`]: '1.5.1998',
      ...change(at),
    })),
  );
/** What a browser sends of the page it was shown. */
function formOf(html: string): Fields {
  const found = [...html.matchAll(/<input[^>]* name="(teams\[[^"]+)"[^>]*>/g)];
  return Object.fromEntries(
    found.map(([input, name = '']) => [name, (/ value="([^"]*)"/.exec(input)?.[1] ?? '').replaceAll('&amp;', '&')]),
  );
}
const pageOf = async (who: Caller, path: string) => (await who.fetch(path)).text();
const opened = (html: string): string[] =>
  [...html.matchAll(/data-person="([^"]+)"(?=(?:(?!data-person).)*\.firstName")/gs)].map(([, id = '']) => id);
async function peopleOf(shop: TestShop) {
  const [draft] = await shop.deps.read.select().from(drafts);
  return (draft?.data.teams ?? []).flatMap(({ participants }) => participants);
}

test('the page of 200 people names everybody and is a tenth of what it was', async () => {
  const { race, who, path } = await scene();
  await who.form(path, { ...club(race, 200), intent: 'keep' });
  const many = await pageOf(who, path);
  expect(many.length).toBeLessThan(400_000);
  expect(opened(many)).toEqual([]);
  expect(many).toContain('Eine Bestellung fasst höchstens 200 Personen');
  for (const at of [0, 99, 199]) expect(many).toContain(`Eva ${at} Maier`);
  for (let at = 0; at < 200; at += 1) expect(many).toContain(`name="${person(at)}.localId" value="p${at}"`);
});

test('up to twelve people are shown with all their fields', async () => {
  const { race, who, path } = await scene();
  await who.form(path, { ...club(race, 12), intent: 'keep' });
  const html = await pageOf(who, path);
  expect(opened(html)).toHaveLength(12);
  expect(html).not.toContain('value="edit:');
});

test('without a script a line is unfolded, changed and kept, and everybody else stays as they were', async () => {
  const { shop, race, who, path } = await scene();
  await who.form(path, { ...club(race, 30), intent: 'keep' });
  const before = await peopleOf(shop);
  const asked = await who.form(path, { ...formOf(await pageOf(who, path)), intent: 'edit:7:0' });
  expect(asked.headers.get('location')).toBe(`${path}?open=p7#field-teams-7`);
  const html = await pageOf(who, `${path}?open=p7`);
  expect(opened(html)).toEqual(['p7']);
  const next = await who.form(path, { ...formOf(html), [`${person(7)}.firstName`]: 'Anna', intent: 'next' });
  expect(next.headers.get('location')).toBe(`/events/${race.eventId}/articles`);
  const after = await peopleOf(shop);
  expect(after.map(({ firstName }) => firstName)).toEqual(
    before.map(({ firstName }, at) => (at === 7 ? 'Anna' : firstName)),
  );
  expect(after.every(({ birthDate }) => birthDate === '1998-05-01')).toBe(true);
});

test('somebody is added to many and taken out of them without a script', async () => {
  const { shop, race, who, path } = await scene();
  await who.form(path, { ...club(race, 30), intent: 'keep' });
  await who.form(path, { ...formOf(await pageOf(who, path)), intent: `add:${race.runId}` });
  const html = await pageOf(who, path);
  expect(opened(html)).toHaveLength(1);
  await who.form(path, { ...formOf(html), [`${person(30)}.firstName`]: 'Neu', intent: 'remove:3:0' });
  const names = (await peopleOf(shop)).map(({ firstName }) => firstName);
  expect(names).toHaveLength(30);
  expect(names).not.toContain('Eva 3');
  expect(names.at(-1)).toBe('Neu');
});

test('whom another tab took out does not come back by a line that is folded', async () => {
  const { shop, race, who, path } = await scene();
  await who.form(path, { ...club(race, 30), intent: 'keep' });
  const shown = formOf(await pageOf(who, path));
  await who.form(path, { ...shown, intent: 'remove:3:0' });
  await who.form(path, { ...shown, intent: 'keep' });
  expect((await peopleOf(shop)).map(({ localId }) => localId)).not.toContain('p3');
});

test('of many that are wrong the first are shown with their errors', async () => {
  const { race, who, path } = await scene();
  const wrong = club(race, 200, (at) => ({ [`${person(at)}.birthDate`]: 'gestern' }));
  const answer = await who.form(path, { ...wrong, intent: 'next' });
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(opened(html)).toHaveLength(40);
  expect(html.length).toBeLessThan(1_200_000);
});

test('an order holds 200 people: the page says so and goes on with no more, nothing typed is lost', async () => {
  const { shop, race, who, path } = await scene();
  await who.form(path, { ...club(race, 200), intent: 'keep' });
  const full = await pageOf(who, path);
  expect(full).not.toContain(`value="add:${race.runId}"`);
  expect(full).toContain('Bestelle zuerst diese, dann meldest du die übrigen mit einer weiteren Bestellung an.');
  const beyond = await who.form(path, { ...club(race, 201), intent: 'next' });
  expect(beyond.status).toBe(400);
  expect(await beyond.text()).toContain('Eine Bestellung fasst höchstens 200 Personen. Bestelle zuerst diese');
  expect(await peopleOf(shop)).toHaveLength(201);
  const elsewhere = await who.fetch(`/events/${race.eventId}/check-order`);
  expect(elsewhere.headers.get('location')).toBe(`${path}?check=1`);
});

test('quote and book obey the same rule', async () => {
  const { race, who } = await scene();
  const basket = (size: number) => ({
    teams: Array.from({ length: size }, (_, at) => ({
      competitionId: race.runId,
      participants: [{ localId: `p${at}`, firstName: 'Eva', lastName: `Maier ${at}`, birthDate: '1998-05-01' }],
    })),
  });
  const url = `/api/events/${race.eventId}`;
  expect((await who.json('POST', `${url}/quote`, basket(200))).status).toBe(200);
  const accepted = { totalPrice: 0, termsAccepted: true, eventConditionsAccepted: true };
  for (const [path, body] of [
    ['quote', basket(201)],
    ['book', { ...basket(201), ...accepted }],
  ] as const) {
    const answer = await who.json('POST', `${url}/${path}`, body);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION_FAILED',
        details: { fields: { teams: [expect.stringContaining('zu viele Personen')] }, most: 200 },
      },
    });
  }
});
