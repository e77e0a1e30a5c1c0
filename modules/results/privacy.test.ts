import { expect, test } from 'vitest';
import { testShop } from '#tests/support/shop.ts';
import { importFile, openRace } from './testing.ts';

const people = [
  { firstName: 'Anna', lastName: 'Auer', birthDate: '1990-01-01', club: 'LC Linz', email: 'anna@runners.test' },
  { firstName: 'Bea', lastName: 'Berger', birthDate: '1992-02-02', club: 'LC Linz', email: 'bea@runners.test' },
  { firstName: 'Kim', lastName: 'Klein', birthDate: '2012-05-01', club: 'LC Linz', email: null },
];

/** Everything that a stranger can ask of an event's lists. */
async function seenByStrangers() {
  const shop = await testShop();
  const race = await openRace(shop);
  const { ids, orderId } = await race.book(people);
  await race.organizer.json('PATCH', `/api/admin/events/${race.eventId}/result-settings`, { showsStartList: true });
  const times = ids.map((id, at) => `${id};${40 + at}:00,5;${20 + at}:00`);
  await importFile(race.organizer, race.eventId, ['Teilnehmer-ID;Zeit;5 km', ...times].join('\n'));
  await race.publish(true, { teamsBy: 'club', teamSize: 2 });
  const get = async (path: string, language = 'de') => {
    const answer = await shop.visitor({ acceptLanguage: language }).fetch(path);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const lists = `/events/${race.eventId}`;
  const results = `${lists}/results/${race.runId}`;
  type Answer = { rows: { id: number; name: string | null }[] };
  const rows = async () =>
    (JSON.parse((await get(`/api/competitions/${race.runId}/results`)).text) as Answer).rows.map(({ id, name }) => ({
      id,
      name,
    }));
  const all = async () => {
    const singles = (await rows()).map(({ id }) => `${results}/${id}`);
    const asked = [
      ...['', '?q=auer', '?q=berger', '?q=klein', '?q=linz'].flatMap((q) => [`${lists}/startlist${q}`, results + q]),
      `${results}?view=teams`,
      `/api/events/${race.eventId}/start-list`,
      `/api/competitions/${race.runId}/results`,
      '/sitemap.xml',
      ...singles,
    ];
    return Promise.all(asked.map(async (path) => ({ path, ...(await get(path)) })));
  };
  return { shop, ...race, ids, orderId, get, rows, all, lists, results };
}
/** Whether a text names somebody; the search box repeats what was typed, in small letters. */
const namedIn = (answers: { text: string }[], name: string) => answers.some(({ text }) => text.includes(name));

test('what the privacy page says of start lists and results is so', { timeout: 120_000 }, async () => {
  const at = await seenByStrangers();
  const page = await at.get('/data-protection');
  const english = await at.get('/data-protection', 'en-US');
  expect(page.text).toContain('stehst in den Ergebnissen als „Anonym“');
  expect(english.text).toContain('the results call you “Anonymous”');

  // Never an address, a date or year of birth; nobody under 18; no search engine.
  const all = await at.all();
  for (const never of ['runners.test', '1990', '1992', '2012', 'Klein', 'buyer@example'])
    expect([never, namedIn(all, never)]).toEqual([never, false]);
  expect(namedIn(all, 'Auer')).toBe(true);
  const sitemap = all.find(({ path }) => path === '/sitemap.xml')?.text;
  for (const own of [`${at.lists}/startlist`, at.results]) expect(sitemap).not.toContain(own);
  for (const { path, status, text, headers } of all) {
    if (status !== 200 || path.startsWith('/api/') || path === '/sitemap.xml') continue;
    const isUnlisted = headers.get('x-robots-tag') === 'noindex' || text.includes('name="robots" content="noindex"');
    expect([path, isUnlisted]).toEqual([path, true]);
  }
  const [first] = await at.rows();
  for (const paper of ['certificate', 'share.png'])
    expect((await at.get(`${at.results}/${first?.id}/${paper}`)).headers.get('x-robots-tag')).toBe('noindex');
  expect((await at.get('/robots.txt')).text).toContain('Disallow: /api/');

  // One click in the order, and the next page says nothing: not the search, nor the sums of clubs, nor old addresses.
  await at.buyer.form(`/orders/${at.orderId}/public-names/${at.ids[0]}`, { isShown: 'false' });
  at.shop.clock.advance(600);
  const after = await at.all();
  expect([namedIn(after, 'Auer'), namedIn(after, 'Berger')]).toEqual([false, true]);
  expect(after.find(({ path }) => path.endsWith('view=teams'))?.text).not.toContain('1:21:01');
  const [hidden] = await at.rows();
  expect(hidden?.name).toBe(null);
  for (const below of ['', '/certificate', '/share.png'])
    expect((await at.get(`${at.results}/${hidden?.id}${below}`)).status).toBe(404);

  // The account goes, and with it everybody of its orders.
  await at.buyer.form('/settings/data/delete', { sure: 'true' });
  at.shop.clock.advance(600);
  expect(namedIn(await at.all(), 'Berger')).toBe(false);
  expect(await at.rows()).toEqual([]);
});
