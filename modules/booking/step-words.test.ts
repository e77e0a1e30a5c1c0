import { expect, test } from 'vitest';
import { createArticle, createPrice, createVariant } from '#modules/events/index.ts';
import { makeRace } from '#modules/orders/testing.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';

type Change = Parameters<typeof makeRace>[1];

/** A visitor who begins, and a way to the pages of the booking as they are read. */
async function begun(change: Change = {}) {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work, change));
  const visitor = shop.visitor();
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'eva@example.test',
    eventId: race.eventId,
  });
  const at = (step: string) => `/events/${race.eventId}/${step}`;
  return { shop, race, visitor, at, page: async (step: string) => (await visitor.fetch(at(step))).text() };
}
const person = (team: number, member: number, change: Record<string, string>) =>
  Object.fromEntries(
    Object.entries({ localId: `p${team}${member}`, birthDate: '1.5.98', gender: 'female', ...change }).map(
      ([name, value]) => [`teams[${team}].participants[${member}].${name}`, value],
    ),
  );
const team = (at: number, competitionId: number) => ({
  [`teams[${at}].localId`]: `t${at}`,
  [`teams[${at}].competitionId`]: String(competitionId),
});
const textOf = (html: string) =>
  html.slice(html.indexOf('<main')).replaceAll(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ');
const post = async (visitor: Caller, path: string, fields: Record<string, string>) =>
  textOf(await (await visitor.form(path, fields)).text());

test('the last places at a price are said to be those, not the last of all', async () => {
  const { shop, race, visitor, at, page } = await begun({ run: { gender: 'female' }, tickets: 2 });
  expect(textOf(await page('competitions'))).toContain('nur noch 2 Startplätze ');
  await shop.deps.write(async (work) => {
    await createPrice(work, race.runId, { price: 3500, quantity: 98 });
  });
  const admin = await shop.login('admin@words.test', { superAdmin: true });
  await admin.json('PATCH', `/api/admin/competitions/${race.runId}`, { totalTicketCount: 100 });
  const first = textOf(await page('competitions'));
  expect(first).toContain('nur noch 2 Startplätze zu diesem Preis');
  expect(first).toContain('nur Frauen');
  await visitor.form(at('competitions'), { intent: `add:${race.runId}` });
  const html = await page('competitions');
  const fields = Object.fromEntries(
    [...html.matchAll(/<input[^>]* name="(teams\[0\][^"]*)"(?: value="([^"]*)")?/g)].map(([, name, value]) => [
      String(name),
      value ?? '',
    ]),
  );
  await visitor.form(at('competitions'), { ...fields, intent: `add:${race.runId}` });
  expect(textOf(await page('competitions'))).toContain('Mehr freie Plätze gibt es zu diesem Preis nicht.');
});

test.each([
  [150, 'alles zurück außer Stornoschutz und Bearbeitungsgebühr.'],
  [0, 'alles zurück außer dem Stornoschutz.'],
])('at a fee of %i the protection says what does not come back', async (processingFee, said) => {
  const { race, visitor, at, page } = await begun({ event: { processingFee } });
  const runner = { ...team(0, race.runId), ...person(0, 0, { firstName: 'Eva', lastName: 'Maier' }) };
  await visitor.form(at('competitions'), { ...runner, intent: 'next' });
  await visitor.form(at('articles'), { shown: 'p00', declined: 'true', intent: 'next' });
  expect(textOf(await page('cancellation-protection'))).toContain(said);
});

test('a wrong amount is told at its field, and nothing is said to have failed', async () => {
  const { shop, race, visitor, at } = await begun();
  const [donationId] = await shop.deps.write(async (work) => {
    const id = await createArticle(work, race.eventId, { name: 'Spende', type: 'donation', price: 0, minPrice: 150 });
    return [id, await createVariant(work, id, { name: '', availableAmount: 10 })];
  });
  const runner = { ...team(0, race.runId), ...person(0, 0, { firstName: 'Eva', lastName: 'Maier' }) };
  await visitor.form(at('competitions'), { ...runner, intent: 'next' });
  const html = await (await visitor.fetch(at('articles'))).text();
  const name = new RegExp(`name="(amount\\.[^"]*\\.${donationId})"`).exec(html)?.[1] ?? '';
  const shown = /name="shown" value="([^"]*)"/.exec(html)?.[1] ?? '';
  const refused = await post(visitor, at('articles'), { shown, [name]: '1,49', intent: 'next' });
  expect(refused).toContain('Mindestens 1,50\u00a0€.');
  expect(refused).not.toContain('Das hat leider nicht geklappt');
});

test('names with blanks around them stand without them on the pages that follow', async () => {
  const { race, visitor, at, page } = await begun({ event: { needsName: true } });
  await visitor.form(at('competitions'), {
    ...team(0, race.relayId),
    'teams[0].teamName': '  Flotte  ',
    ...person(0, 0, { firstName: ' Eva ', lastName: ' Maier ' }),
    ...person(0, 1, { firstName: 'Ida', lastName: 'Berg' }),
    intent: 'next',
  });
  await visitor.form(at('articles'), { shown: 'p00', declined: 'true', intent: 'next' });
  await visitor.form(at('cancellation-protection'), {});
  const address = await page('delivery-address');
  expect(address).toMatch(/name="contact\.firstName" value="Eva"|value="Eva" name="contact\.firstName"/);
  await visitor.form(at('delivery-address'), { 'contact.firstName': 'Eva', 'contact.lastName': 'Maier' });
  const check = (await page('check-order')).replaceAll('<!-- -->', '');
  expect(check).toContain('Eva Maier, Staffel');
  expect(check).toContain('(Flotte)');
});
