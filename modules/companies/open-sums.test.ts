import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { raceOffice } from '#modules/invoicing/customer/testing.ts';
import { days } from '#src/kernel/time.ts';
import { acme, companyScene } from './testing.ts';

const plain = (html: string) => html.replaceAll(/<!-- -->|<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

test('what companies have open stands together, each for itself, and in a file', async () => {
  const at = await companyScene();
  await at.office.json('POST', at.list, { ...acme, name: 'Brezel KG', members: [] });
  await at.onAccount();
  await at.bill();
  await at.onAccount(2);
  at.clock.advance(days(20));
  const office = await at.staff();
  const path = `/admin/organizer/${at.organizerId}/companies`;
  const page = plain(await (await office.fetch(path)).text());
  expect(page).toMatch(/Offen 93,00\s€ Davon abgerechnet 31,50\s€ Überfällig 31,50\s€/);
  expect(page).toContain('2 Firmen');
  const file = await (await office.fetch(`${path}/export`)).text();
  expect(file).toContain('ACME GmbH;93,00;31,50;31,50;200,00');
  expect(file).toContain('Brezel KG;0,00;0,00;0,00;200,00');
  expect((await office.fetch(`${path}/export?format=xlsx`)).status).toBe(200);
  expect(plain(await (await office.fetch(`${path}?q=brez`)).text())).toContain('1 Firma');
  expect((await at.eva.fetch(`${path}/export`)).status).not.toBe(200);
});

test('the overview of an event says what companies have open for it, where it takes orders on account', async () => {
  const at = await companyScene();
  await at.onAccount();
  await at.bill();
  at.clock.advance(days(20));
  const view = async () =>
    plain(await (await (await at.login(raceOffice)).fetch(`/admin/events/${at.race.eventId}`)).text());
  expect(await view()).toMatch(/Offen auf Rechnung 31,50\s€ davon überfällig: 31,50\s€/);
  await at.deps.write((work) => updateEvent(work, at.race.eventId, { companyAccounts: false }));
  expect(await view()).not.toContain('Offen auf Rechnung');
});
