import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { testShop } from '#tests/support/shop.ts';
import { lateRegistrations } from '../schema.ts';
import { deviceAt, gateOf } from '../testing.ts';

const at = 'teams[0].participants[0].';
const personFields = { [`${at}firstName`]: 'Lea', [`${at}lastName`]: 'Spät', [`${at}birthDate`]: '2.3.1994' };
const hidden = (page: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';

test('a device that may take cash registers by plain forms, once, and sees what it registered itself', async () => {
  const shop = await testShop({ now: '2026-05-17T05:00:00Z' });
  const gate = await gateOf(shop);
  await shop.deps.write((work) => updateEvent(work, gate.eventId, { cashAtDesk: true }));
  const { phone, id } = await deviceAt(shop, gate, { mayTakeCash: true, gate: 'Kassa' });
  const path = `/scan/devices/${id}/late-registration`;
  expect(await (await phone.fetch(`/scan/devices/${id}`)).text()).toContain(path);
  const start = await (await phone.fetch(path)).text();
  expect(start).toContain('Halbmarathon');
  expect(start).not.toContain('Bar kassiert');
  expect(start.match(/<main\b/g), 'one landmark').toHaveLength(1);
  const staff = await (await gate.organizer.fetch(`/admin/events/${gate.eventId}/late-registration`)).text();
  expect(staff, 'the way back to the desk').toContain(`href="/scan?event=${gate.eventId}"`);
  const entry = { competition: String(gate.competitionId), members: '1' };
  const wrong = await phone.form(path, { ...entry, step: 'check', [`${at}firstName`]: 'www.lea.example' });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).not.toContain('Too small');
  const review = await phone.form(path, { ...entry, ...personFields, step: 'check' });
  const page = await review.text();
  expect(review.status).toBe(200);
  expect(page).toContain('30,00');
  const answer = { ...entry, ...personFields, step: 'book', key: hidden(page, 'key') };
  const other = await phone.form(path, { ...answer, totalPrice: '2900' });
  expect([other.status, (await other.text()).includes('hat sich gerade geändert')]).toEqual([409, true]);
  expect(await shop.deps.read.select().from(lateRegistrations)).toEqual([]);
  const taps = [1, 2].map(() => phone.form(path, { ...answer, totalPrice: '3000' }));
  const [first, second] = await Promise.all(taps);
  const made = first?.headers.get('location') ?? '';
  expect(made).toMatch(/late-registration\/\d+$/);
  expect(second?.headers.get('location')).toBe(made);
  expect(await (await phone.fetch(made)).text()).toContain('Lea Spät');
  const before = await phone.form(path, { ...entry, ...personFields, step: 'check' });
  expect(
    [before.status, (await before.text()).includes('in diesem Bewerb schon angemeldet')],
    'no cash is asked',
  ).toEqual([409, true]);
  const again = await phone.form(path, { ...answer, key: 'again', totalPrice: '3000' });
  expect([
    again.status,
    (await again.text()).includes('Vorname: Diese Person ist in diesem Bewerb schon angemeldet.'),
  ]).toEqual([409, true]);
  expect((await phone.form(`${made}/bib`, { participantId: '999', bib: '7' })).status).toBe(404);
  expect((await phone.form(`${made}/hand-out`, {})).status).toBe(303);
  expect(await (await phone.fetch(made)).text()).toContain('Ausgegeben');
  // An order of another way, and one of another till, is none of its business.
  expect((await phone.fetch(`${path}/${gate.orderId}`)).status).toBe(404);
  const otherTill = await deviceAt(shop, gate, { mayTakeCash: true });
  const elsewhere = `/scan/devices/${otherTill.id}/late-registration/${made.split('/').at(-1)}`;
  expect((await otherTill.phone.fetch(elsewhere)).status).toBe(404);
  expect((await otherTill.phone.form(`${elsewhere}/hand-out`, {})).status).toBe(404);
  // Switched off, nothing leads there, and nothing is registered.
  await shop.deps.write((work) => updateEvent(work, gate.eventId, { cashAtDesk: false }));
  expect(await (await phone.fetch(`/scan/devices/${id}`)).text()).not.toContain(path);
  expect(await (await phone.fetch(path)).text()).toContain('keine Nachmeldungen');
  const late = await phone.form(path, { ...answer, key: 'another', totalPrice: '3000', [`${at}firstName`]: 'Max' });
  expect(late.headers.get('location')).toBe(path);
  expect(await shop.deps.read.select().from(lateRegistrations)).toHaveLength(1);
});

test('the desk says what a team costs each, and that a free start is free', async () => {
  const shop = await testShop({ now: '2026-05-17T05:00:00Z' });
  const { organizer, eventId } = await gateOf(shop);
  await shop.deps.write((work) => updateEvent(work, eventId, { cashAtDesk: true }));
  const sold = async (competition: object, price: number) => {
    const to = `/api/admin/competitions/${eventId}`;
    const body = { timestamp: '2026-05-17T10:00:00Z', totalTicketCount: 30, ...competition };
    const made = await organizer.json<{ competition: { id: number } }>('POST', to, body);
    await organizer.json('POST', `/api/admin/competition-prices/${made.body.competition.id}`, { price, quantity: 30 });
    return made.body.competition.id;
  };
  const relay = await sold({ title: 'Staffel', type: 'team', minTeamSize: 2, maxTeamSize: 3 }, 1990);
  await sold({ title: 'Bambini' }, 0);
  const path = `/admin/events/${eventId}/late-registration`;
  const page = async (at: string) => (await (await organizer.fetch(at)).text()).replaceAll('<!-- -->', '');
  for (const html of [await page(path), await page(`${path}?competition=${relay}`)])
    expect(html).toMatch(/19,90\s€ pro Person/);
  expect(await page(path)).toMatch(/Bambini<\/strong><span[^>]*>gratis · /);
});
