import { expect, test } from 'vitest';
import { makeRace } from '#modules/orders/testing.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { testShop } from '#tests/support/shop.ts';
import { shown } from '#tests/support/shown.ts';
import { homeCountry } from './home-country.ts';

test.each([
  ['Europe/Vienna', 'AT'],
  ['Europe/Berlin', 'DE'],
  ['Europe/Zurich', 'CH'],
  ['America/New_York', 'US'],
  ['UTC', null],
  ['Nowhere/Land', null],
])('the zone %s is of %s', (zone, country) => {
  expect(homeCountry(zone, translatorFor('de').countries())).toBe(country);
});

test('the country of the event is chosen from the start, and what is shipped costs what it costs there', async () => {
  const shop = await testShop();
  const race = await shop.deps.write((work) =>
    makeRace(work, {
      event: {
        needsName: true,
        needsContactAddress: true,
        shippingCosts: { defaultShippingCost: 890, countries: [{ countryCode: 'AT', cost: 390 }] },
      },
      run: { withShipping: true },
    }),
  );
  const visitor = shop.visitor();
  const login = { email: 'eva@example.test', eventId: race.eventId };
  await visitor.json('POST', '/api/auth/code/unauthenticated-login', login);
  const step = (name: string) => `/events/${race.eventId}/${name}`;
  const pageOf = async (name: string) => shown(await (await visitor.fetch(step(name))).text());
  const first = 'teams[0].participants[0]';
  await visitor.form(step('competitions'), {
    'teams[0].competitionId': String(race.runId),
    'teams[0].localId': 't0',
    [`${first}.localId`]: 'p0',
    [`${first}.firstName`]: 'Eva',
    [`${first}.lastName`]: 'Maier',
    [`${first}.birthDate`]: '1.5.1998',
    [`${first}.gender`]: 'female',
    intent: 'next',
  });
  expect(await pageOf('competitions')).toContain('3,90');
  const address = await (await visitor.fetch(step('delivery-address'))).text();
  expect(address).toContain('<option value="AT" selected="">');
  expect(shown(address)).toContain('3,90');
  const typed = {
    firstName: 'Eva',
    lastName: 'Maier',
    street: 'Au 1',
    zipCode: '3000',
    city: 'Bern',
    countryCode: 'CH',
  };
  await visitor.form(
    step('delivery-address'),
    Object.fromEntries(Object.entries(typed).map(([name, value]) => [`contact.${name}`, value])),
  );
  expect(await pageOf('check-order'), 'as soon as it is known where it goes').toContain('8,90');
});
