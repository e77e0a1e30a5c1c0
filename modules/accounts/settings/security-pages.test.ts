import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hours, minutes } from '#src/kernel/time.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { accountAudits, sessions, totps } from '../schema.ts';
import { authenticatorCode, invalidCode, loginWithFactor, showMailedCode } from '../testing.ts';

const anna = 'anna@example.test';
const where = (answer: Response) => [answer.status, answer.headers.get('location')];
const html = async (who: Caller, path: string) => (await who.fetch(path)).text();
const groupOf = (text: string) => [...text.matchAll(/[A-Z2-7]{4}-[A-Z2-7]{4}/g)].map(([code]) => code);
type Row = Record<'key' | 'device' | 'provider' | 'createdAt' | 'lastSeenAt', string> & { isCurrent: boolean };
const rowsOf = async (who: Caller) => (await who.json<{ rows: Row[] }>('GET', '/api/auth/sessions')).body.rows;

describe('the pages of the second factor', () => {
  test('set up and remove a second factor without scripts', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    expect(await html(person, '/settings/security')).toContain('Ausgeschaltet');
    expect(await html(person, '/settings/security/totp')).toContain('In drei Schritten');
    expect(await shop.deps.read.select().from(totps)).toEqual([]);
    expect(where(await person.form('/settings/security/totp/begin', {}))).toEqual([303, '/settings/security/totp']);
    const page = await html(person, '/settings/security/totp');
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1] ?? '').replaceAll(' ', '');
    expect(secret).toHaveLength(32);
    expect(page).toContain('src="data:image/png;base64,');
    expect(page).toContain(`secret=${secret}`);
    expect(page).not.toContain('<script');

    for (const [code, expected] of [
      ['', 'Bitte gib den Code ein'],
      [invalidCode(shop, secret), 'stimmt nicht'],
    ] as const) {
      const answer = await person.form('/settings/security/totp', { code });
      expect(answer.status).toBe(400);
      const again = await answer.text();
      expect(again).toContain(expected);
      expect(again).toContain(`secret=${secret}`);
      if (code) expect(again).not.toContain(`value="${code}"`);
    }
    const done = await person.form('/settings/security/totp', { code: authenticatorCode(shop, secret) });
    expect(done.status).toBe(200);
    const recoveryCodes = groupOf(await done.text());
    expect(new Set(recoveryCodes).size).toBe(10);
    const status = await html(person, '/settings/security');
    expect(status).toContain('Eingeschaltet');
    expect(status).toContain('noch 10 Ersatzcodes');
    expect(groupOf(status + (await html(person, '/settings/security/totp')))).toEqual([]);
    expect(where(await person.form('/settings/security/totp', { code: authenticatorCode(shop, secret, 1) }))).toEqual([
      303,
      '/settings/security/totp',
    ]);
    expect(where(await person.form('/settings/security/totp/begin', {}))).toEqual([303, '/settings/security/totp']);

    shop.clock.advance(minutes(2));
    const renewed = await person.form('/settings/security/totp/change', { code: authenticatorCode(shop, secret) });
    expect(groupOf(await renewed.text()).filter((code) => recoveryCodes.includes(code))).toEqual([]);
    const invalid = await person.form('/settings/security/totp/change', { code: recoveryCodes[0] ?? '', way: 'off' });
    expect(invalid.status).toBe(400);
    const again = await invalid.text();
    expect(again).toContain('stimmt nicht');
    expect(again).not.toContain(recoveryCodes[0]);
    const off = await person.form('/settings/security/totp/change', {
      code: authenticatorCode(shop, secret, 1),
      way: 'off',
    });
    expect(where(off)).toEqual([303, '/settings/security?done=off']);
    expect(await html(person, '/settings/security?done=off')).toContain('ist ausgeschaltet');
  });

  test('discard a key after ten minutes and say so', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    await person.form('/settings/security/totp/begin', {});
    expect(await html(person, '/settings/security/totp')).toContain('data:image/png');
    shop.clock.advance(minutes(10));
    expect(await html(person, '/settings/security/totp')).not.toContain('data:image/png');
    const late = await person.form('/settings/security/totp', { code: '123456' });
    expect(late.status).toBe(400);
    expect(await late.text()).toContain('länger als zehn Minuten');
  });

  test('say how long they are locked', async () => {
    const shop = await testShop();
    const { person, secret } = await loginWithFactor(shop, anna);
    const invalid = invalidCode(shop, secret);
    const change = () => person.form('/settings/security/totp/change', { code: invalid, way: 'off' });
    for (let n = 0; n < 5; n++) expect((await change()).status).toBe(400);
    const locked = await change();
    expect(locked.status).toBe(429);
    expect(await locked.text()).toMatch(/Warte bitte \d+ Minuten?/);
  });

  test('need a fresh login for a change, with both factors, and return', async () => {
    const shop = await testShop();
    const { person, secret } = await loginWithFactor(shop, anna);
    shop.clock.advance(hours(2));
    expect((await person.fetch('/settings/security')).status).toBe(200);
    const stale = await person.fetch('/settings/security/totp');
    const login = '/auth?to=%2Fsettings%2Fsecurity%2Ftotp&notice=sessionInvalid';
    expect(where(stale)).toEqual([303, login]);
    expect(await html(person, login)).toContain('zwei Stunden');
    expect(where(await showMailedCode(shop, person, anna, '/settings/security/totp'))).toEqual([303, '/auth/totp']);
    const back = await person.form('/auth/totp', { code: authenticatorCode(shop, secret) });
    expect(where(back)).toEqual([303, '/settings/security/totp']);
    expect((await person.fetch('/settings/security/totp')).status).toBe(200);
  });
});

describe('the list of sessions', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

  test('names devices, their login and its time, this one first', async () => {
    const shop = await testShop();
    const first = await shop.login(anna);
    await shop.deps.write(({ tx }) => tx.update(sessions).set({ userAgent: firefox }));
    shop.clock.advance(hours(1));
    const second = await shop.login(anna);
    const guest = shop.visitor();
    await guest.json('POST', '/api/auth/code/unauthenticated-login', { email: anna, eventId: 1 });
    await shop.login('berta@example.test');
    await shop.deps.write(({ tx }) =>
      tx.update(sessions).set({ provider: 'google' }).where(eq(sessions.userAgent, firefox)),
    );
    const rows = await rowsOf(second);
    expect(rows).toMatchObject([
      { device: 'Unbekanntes Gerät', provider: 'code', isCurrent: true, createdAt: '2026-03-02T10:00:00.000Z' },
      { device: 'Firefox auf Linux', provider: 'google', isCurrent: false, lastSeenAt: '2026-03-02T09:00:00.000Z' },
    ]);
    for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{16}$/);
    const page = await html(second, '/settings/security');
    expect(page).toContain('Firefox auf Linux');
    expect(page).toContain('Mit Google');
    expect(page).toContain('02.03.2026, 10:00');
    expect(page.match(/Dieses Gerät/g)).toHaveLength(1);
    expect(page).toContain(`value="${rows[1]?.key}"`);
    expect(page).not.toContain(`value="${rows[0]?.key}"`);
    expect((await rowsOf(first)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  test('ends one session, but none of other people', async () => {
    const shop = await testShop();
    const first = await shop.login(anna);
    const second = await shop.login(anna);
    const berta = await shop.login('berta@example.test');
    const [, other] = await rowsOf(second);
    const [theirs] = await rowsOf(berta);
    for (const key of [theirs?.key, '0000000000000000', 'x', '%', '________________', '../settings']) {
      const path = `/api/auth/sessions/${encodeURIComponent(key ?? '')}`;
      expect([key, (await second.json('DELETE', path)).status]).toEqual([key, 404]);
      const page = await second.form('/settings/security/sessions/end', { key: key ?? '' });
      expect([key, page.status]).toEqual([key, 404]);
    }
    expect((await berta.json('GET', '/api/settings')).status).toBe(200);
    const ended = await second.form('/settings/security/sessions/end', { key: other?.key ?? '' });
    expect(where(ended)).toEqual([303, '/settings/security?done=ended']);
    expect((await first.json('GET', '/api/settings')).status).toBe(401);
    const [own] = await rowsOf(second);
    expect((await second.json('DELETE', `/api/auth/sessions/${own?.key}`)).status).toBe(204);
    expect((await second.json('GET', '/api/settings')).status).toBe(401);
  });

  test.each(['call', 'page'])('ends all sessions by a %s, including this one, and records it', async (way) => {
    const shop = await testShop();
    const first = await shop.login(anna);
    const second = await shop.login(anna);
    const berta = await shop.login('berta@example.test');
    // Also when the login is old: it takes nothing from the person.
    shop.clock.advance(hours(3));
    if (way === 'call') expect((await first.json('DELETE', '/api/auth/sessions')).status).toBe(204);
    else expect(where(await first.form('/auth/logout-everywhere', {}))).toEqual([303, '/auth?notice=everywhere']);
    expect([first.cookies.has('session'), first.cookies.has('csrf-token')]).toEqual([false, false]);
    expect(await html(first, '/auth?notice=everywhere')).toContain('überall ausgeloggt');
    expect((await second.json('GET', '/api/settings')).status).toBe(401);
    expect((await berta.json('GET', '/api/settings')).status).toBe(200);
    const written = await shop.deps.read.select().from(accountAudits).where(eq(accountAudits.userId, 1));
    expect(written.map(({ type }) => type)).toEqual(['LoggedIn', 'LoggedIn', 'LoggedOutEverywhere']);
  });

  test('shows an impersonating super admin, who can see but not change it', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    const admin = await shop.login('super@example.test', { superAdmin: true });
    await admin.json('POST', '/api/admin/users/1/impersonate', { reason: 'Hilfe am Telefon' });
    const page = await html(admin, '/settings/security');
    expect(page).toContain('nur sie selbst');
    expect(page).not.toContain('action="/auth/logout-everywhere"');
    expect((await admin.form('/auth/logout-everywhere', {})).status).toBe(403);
    expect((await admin.fetch('/settings/security/totp')).status).toBe(403);
    const rows = await rowsOf(person);
    expect(rows.map(({ provider }) => provider)).toEqual(['code', 'provider-impersonate']);
    expect(await html(person, '/settings/security')).toContain('Super-Admin handelt für dich');
    expect((await person.json('DELETE', `/api/auth/sessions/${rows[1]?.key}`)).status).toBe(204);
    expect((await admin.json('GET', '/api/settings')).status).toBe(401);
    const written = await shop.deps.read.select().from(accountAudits).where(eq(accountAudits.userId, 1));
    expect(written.map(({ type }) => type)).toContain('ImpersonationEnded');
  });
});
