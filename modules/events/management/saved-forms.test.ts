import { describe, expect, test } from 'vitest';
import { savedForms } from '#src/data/schema.ts';
import { hours, minutes } from '#src/kernel/time.ts';
import { formOn } from '#tests/support/form.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';

const email = 'verein@kept.test';

async function managed() {
  const shop = await testShop();
  const admin = await shop.login('admin@kept.test', { superAdmin: true });
  const { body } = await admin.json<{ organizer: { id: number } }>('POST', '/api/admin/organizers', { name: 'Verein' });
  await admin.json('POST', `/api/admin/organizers/${body.organizer.id}/users`, { email });
  const organizer = await shop.login(email);
  const made = await organizer.form('/admin/events/new', {
    title: 'Waldlauf',
    kind: 'trail',
    timeZone: 'Europe/Vienna',
    startTimestamp: '14.06.2026 09:00',
    endTimestamp: '14.06.2026 15:00',
  });
  const event = made.headers.get('location')?.split('?')[0] ?? '';
  const path = `${event}/settings`;
  const title = async () => (await admin.json<{ event: { title: string } }>('GET', `/api${event}`)).body.event.title;
  return { shop, admin, organizer, event, path, title };
}

async function logInAgain(shop: TestShop, who: Caller): Promise<void> {
  shop.clock.advance(minutes(1));
  await who.json('POST', '/api/auth/code/send-mail', { email });
  const code = /^\d{6}$/m.exec((await shop.mails(email))[0]?.text ?? '')?.[0];
  expect((await who.json('POST', '/api/auth/code/login', { email, code })).status).toBe(200);
}

describe('a form of management that is posted after the session ended', () => {
  test('comes back filled after the login, once, and nothing is done by itself', async () => {
    const { shop, organizer, path, title } = await managed();
    const fields = await formOn(organizer, path);
    organizer.cookies.delete('session');
    const posted = await organizer.form(path, { ...fields, title: 'Nachts getippt', location: 'Linz' });
    expect([posted.status, posted.headers.get('location')]).toEqual([303, `/auth?to=${encodeURIComponent(path)}`]);
    await logInAgain(shop, organizer);
    const html = await (await organizer.fetch(path)).text();
    expect(html).toContain('value="Nachts getippt"');
    expect(html).toContain('gespeichert ist es noch nicht');
    expect(html).toContain('data-guard="changed"');
    expect(await title()).toBe('Waldlauf');
    expect(await (await organizer.fetch(path)).text()).not.toContain('Nachts getippt');
    expect(await shop.deps.read.select().from(savedForms)).toEqual([]);
  });

  test('still knows what it showed: what somebody else changed meanwhile is told', async () => {
    const { shop, admin, organizer, event, path, title } = await managed();
    const fields = await formOn(organizer, path);
    organizer.cookies.delete('session');
    await organizer.form(path, { ...fields, title: 'Nachts getippt' });
    await admin.json('PATCH', `/api${event}`, { title: 'Inzwischen' });
    await logInAgain(shop, organizer);
    const again = await formOn(organizer, path);
    const saved = await organizer.form(path, again);
    expect(saved.status).toBe(409);
    expect(await saved.text()).toContain('Titel: jetzt Inzwischen.');
    expect(await title()).toBe('Inzwischen');
  });

  test('a new event comes back with its competitions, and what was picked beside a text is that text', async () => {
    const { shop, organizer } = await managed();
    const path = '/admin/events/new';
    const fields = await formOn(organizer, path);
    organizer.cookies.delete('session');
    await organizer.form(path, {
      ...fields,
      title: 'Nachts',
      'startTimestamp.picked': '2026-06-21T09:30',
      'competitions[1].title': 'Zweiter',
      'competitions[1].totalTicketCount': '20',
    });
    await logInAgain(shop, organizer);
    const again = await formOn(organizer, path);
    expect(again).toMatchObject({ startTimestamp: '21.06.2026 09:30', 'competitions[1].title': 'Zweiter' });
    const saved = await organizer.form(path, again);
    const { body } = await organizer.json<{ event: { competitions: { title: string; timestamp: string }[] } }>(
      'GET',
      `/api${saved.headers.get('location')?.split('?')[0]}`,
    );
    expect(body.event.competitions).toMatchObject([{ title: 'Zweiter', timestamp: '2026-06-21T07:30:00.000Z' }]);
  });

  test('leads back to the page that held it, and waits there for an hour alone', async () => {
    const { shop, organizer, event, path } = await managed();
    const page = `${event}/settings/look`;
    organizer.cookies.delete('session');
    const posted = await organizer.fetch(`${event}/shortlinks`, {
      method: 'POST',
      body: new URLSearchParams({ shortlink: 'waldlauf-nachts' }),
      headers: { origin: 'http://shop.test', referer: `http://shop.test${page}` },
    });
    expect(posted.headers.get('location')).toBe(`/auth?to=${encodeURIComponent(page)}`);
    const secret = organizer.cookies.get('typed') ?? '';
    await logInAgain(shop, organizer);
    expect(await (await organizer.fetch(path)).text()).not.toContain('waldlauf-nachts');
    shop.clock.advance(hours(1));
    expect(await (await organizer.fetch(page)).text()).not.toContain('waldlauf-nachts');
    expect(secret).not.toBe('');
  });

  test('of a page opened before a login in another tab is shown again', async () => {
    const { shop, organizer, path, title } = await managed();
    const fields = await formOn(organizer, path);
    await logInAgain(shop, organizer);
    const posted = await organizer.form(path, { ...fields, title: 'Im anderen Tab', csrf: 'of-before' });
    expect([posted.status, posted.headers.get('location')]).toEqual([303, path]);
    expect(await (await organizer.fetch(path)).text()).toContain('value="Im anderen Tab"');
    expect(await title()).toBe('Waldlauf');
  });

  test('is kept neither from another site nor with nothing typed', async () => {
    const { shop, organizer, event, path } = await managed();
    organizer.cookies.delete('session');
    const post = (at: string, body: Record<string, string>, headers: Record<string, string>) =>
      organizer.fetch(at, { method: 'POST', body: new URLSearchParams(body), headers });
    await post(path, { title: 'Fremd' }, { origin: 'https://evil.test' });
    await post(path, { title: 'Ohne Herkunft' }, {});
    await post(`${event}/delete`, { confirmed: 'true', csrf: 'x' }, { origin: 'http://shop.test' });
    await post('/settings/security/totp', { code: 'AAAA-BBBB-CCCC' }, { origin: 'http://shop.test' });
    expect(await shop.deps.read.select().from(savedForms)).toEqual([]);
  });
});
