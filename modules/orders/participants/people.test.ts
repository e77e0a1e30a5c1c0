import { expect, test } from 'vitest';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { minutes } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { bookingOf, makeRace, runner } from '../testing.ts';

type List = { count: number; rows: { firstName: string }[]; code?: string };

test('participants of an event: search, filters, columns of form fields, the file, and nobody else’s', {
  timeout: 30_000,
}, async () => {
  const shop = await testShop({ env: { LIMIT_FACTOR: '0' }, demo: false });
  const { race, foreign } = await shop.deps.write(async (work) => {
    const own = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, own, 'people@organizer.example');
    const another = await createOrganizer(work, { name: 'SV Wien' });
    return {
      race: await makeRace(work, { event: { organizerId: own } }),
      foreign: await makeRace(work, { event: { organizerId: another, title: 'Fremdlauf' } }),
    };
  });
  const buyer = await shop.login('buyer@example.test');
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  const organizer = await shop.login('people@organizer.example');
  const club = (value: string) => ({ formFieldsSelected: [{ fieldId: race.clubFieldId, value }] });
  const book = async (at: typeof race, people: Record<string, unknown>[]) => {
    const { body } = await buyer.json<{ orderId: number }>(
      'POST',
      `/api/events/${at.eventId}/book`,
      bookingOf(at, people.map(runner)),
    );
    shop.clock.advance(minutes(1));
    return body.orderId;
  };
  const paid = await book(race, [
    { firstName: 'Jürgen', lastName: 'Müller', gender: 'male', ...club('=SUMME(A1)') },
    { firstName: 'Anna', lastName: 'Berg', nationalityCountryCode: 'AT' },
  ]);
  await book(race, [{ firstName: 'Otto', lastName: 'Müllner', gender: 'male', ...club('LC') }]);
  const gone = await book(race, [{ firstName: 'Weg', lastName: 'Müller' }]);
  await book(foreign, [{ firstName: 'Fremd', lastName: 'Müller' }]);
  await admin.json('PATCH', `/api/admin/orders/${paid}/status`, { status: 'complete' });
  await admin.json('PATCH', `/api/admin/orders/${gone}/cancel`);

  const names = ['Jürgen', 'Anna', 'Otto', 'Weg', 'Fremd'];
  const shown = async (query: string) => {
    const response = await organizer.fetch(`/admin/participants?${query}`);
    const html = await response.text();
    expect([query, response.status]).toEqual([query, 200]);
    return names.filter((name) => html.includes(`data-opens="">${name}</a>`));
  };
  const letters = `/admin/events/${race.eventId}/mailings`;
  const write = `competition=${race.runId}&paid=paid&field=${race.clubFieldId}&answer=LC`;
  for (const [query, expected] of [
    ['', letters],
    [`competition=${race.runId}&state=paid&field=${race.clubFieldId}&answer=LC`, `${letters}/new?${write}`],
    ['q=berg&state=paid', `${letters}/new?paid=paid&q=berg`],
    ['club=LC&state=all', `${letters}/new?club=LC`],
    // Canceled people get no mailing.
    ['state=canceled', letters],
  ]) {
    const list = await organizer.fetch(`/admin/participants?${query}`);
    expect(await list.text(), query).toContain(`href="${expected?.replaceAll('&', '&amp;')}"`);
  }
  const begun = await (await organizer.fetch(`${letters}/new?${write}`)).text();
  expect(begun).toMatch(/<option[^>]* value="paid"[^>]* selected|<option[^>]* selected[^>]* value="paid"/);
  expect(begun).toContain('value="LC"');
  for (const [query, expected] of [
    ['', ['Jürgen', 'Anna', 'Otto']],
    ['q=mull', ['Jürgen', 'Otto']],
    ['q=müller', ['Jürgen']],
    // A search finds whom it names, not who was booked with them.
    ['q=berg', ['Anna']],
    [`q=${paid}`, ['Jürgen', 'Anna']],
    ['q=m&state=all', ['Jürgen', 'Otto', 'Weg']],
    ['state=paid', ['Jürgen', 'Anna']],
    ['state=unpaid', ['Otto']],
    ['state=canceled', ['Weg']],
    ['gender=male&state=paid', ['Jürgen']],
    ['nationality=AT', ['Anna']],
    [`competition=${race.relayId}`, []],
    [`field=${race.clubFieldId}&answer=LC`, ['Otto']],
    ['team=x', []],
    ['admitted=yes', []],
    ['admitted=no&state=paid', ['Jürgen', 'Anna']],
    ['from=01.01.2090', []],
    ['to=01.01.2090&state=paid', ['Jürgen', 'Anna']],
    ['article=99999', []],
    ['club=x', []],
    ['gender=x&competition=-5&field=1&sort=nothing&page=0&nationality=xx', ['Jürgen', 'Anna', 'Otto']],
  ] as const) {
    expect([query, await shown(query)]).toEqual([query, expected]);
  }
  expect((await organizer.fetch(`/admin/participants?event=${foreign.eventId}`)).status).toBe(404);
  const html = await (await organizer.fetch('/admin/participants')).text();
  expect(html).toContain('Verein');

  const file = await organizer.fetch(
    '/admin/participants.csv?state=paid&sort=lastName&dir=asc&without=email,order,birthDate',
  );
  const lines = (await file.text()).split('\r\n');
  // The club is a question of this organizer's own; the event does not ask the built-in one, so it has no column.
  expect(lines[0]).toBe(
    'Nachname;Vorname;Bewerb;Team;Startnummer;Status;Geschlecht;Nationalität;Angemeldet am;Artikel;Eingelassen;Verein',
  );
  expect(lines[1]).toMatch(/^Berg;Anna;10 km;;;\S+;Weiblich;Österreich;\S/);
  expect(lines[2]).toMatch(/^Müller;Jürgen;10 km;;;\S+;Männlich;.*;'=SUMME\(A1\)$/);
  expect(lines).toHaveLength(4);

  const list = async (filter: object[], more = '') => {
    const { body } = await organizer.json<List>(
      'GET',
      `/api/admin/participants?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`,
    );
    return body.code ?? body.rows.map(({ firstName }) => firstName);
  };
  expect(await list([])).toEqual(['Anna', 'Jürgen', 'Weg', 'Otto']);
  expect(
    await list([
      { field: 'live', value: true },
      { field: 'competitionTitle', value: '10 km' },
    ]),
  ).toHaveLength(3);
  expect(await list([{ field: `formField.${race.clubFieldId}`, value: 'LC' }])).toEqual(['Otto']);
  expect(await list([{ field: 'status', type: 'in', value: ['complete'] }], '&q=mull')).toEqual(['Jürgen']);
  expect(await list([{ field: 'formField.x', value: 'LC' }])).toBe('VALIDATION_FAILED');
  expect(await list([], '&order=[null]')).toBe('VALIDATION_FAILED');
});
