import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hours, minutes } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { accountAudits, emailChanges, users } from '../schema.ts';

const anna = 'anna@example.test';
const newEmail = 'anna@neu.example';
type Refusal = { code: string; details: { reason?: string; fields?: Record<string, string[]> } };
type Account = Refusal & { userData: { email: string } };

const ask = (person: Caller, email = newEmail) =>
  person.json<Account & { needsCode: boolean }>('POST', '/api/users/change-email', { newEmail: email });
const confirm = (person: Caller, code: string) =>
  person.json<Account>('POST', '/api/users/change-email/confirm', { code });

async function codeFor(shop: TestShop, email = newEmail): Promise<string> {
  await shop.settle();
  const [mail] = await shop.mails(email);
  return /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? 'no code';
}
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');

describe('a new e-mail address', () => {
  test('replaces the old one once proven; the old address gets a mail, other sessions end', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    shop.clock.advance(minutes(11));
    const elsewhere = await shop.login(anna);
    expect((await ask(person)).body).toEqual({ needsCode: true });
    expect(await shop.mails(newEmail)).toHaveLength(1);
    const code = await codeFor(shop);
    expect((await person.json<Account>('GET', '/api/settings')).body.userData.email).toBe(anna);
    const session = person.cookies.get('session');
    const confirmed = await confirm(person, code);
    expect([confirmed.status, confirmed.body.userData.email]).toEqual([200, newEmail]);
    expect((await person.json<Account>('GET', '/api/settings')).body.userData.email).toBe(newEmail);
    expect(person.cookies.get('session')).not.toBe(session);
    expect((await elsewhere.json('GET', '/api/settings')).status).toBe(401);
    await shop.settle();
    const [notice] = await shop.mails(anna);
    expect(notice?.subject).toBe('Deine E-Mail-Adresse wurde geändert');
    expect(notice?.text).toContain(newEmail);
    expect(await shop.login(newEmail)).toBeTruthy();
    const audits = await shop.deps.read.select().from(accountAudits).where(eq(accountAudits.type, 'EmailChanged'));
    expect(audits).toHaveLength(1);
    expect(JSON.stringify(await shop.deps.read.select().from(accountAudits))).not.toContain('example');
  });

  test('can be proven although strangers used up the attempts of the current address', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    const stranger = shop.visitor({ address: '10.66.0.1' });
    for (let tries = 0; tries < 25; tries++) {
      await stranger.json('POST', '/api/auth/code/login', { email: anna, code: '000000' });
    }
    await ask(person);
    expect((await confirm(person, await codeFor(shop))).status).toBe(200);
  });

  test('takes the newest code, once, at most five tries and ten minutes', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    await ask(person);
    const first = await codeFor(shop);
    await ask(person);
    const second = await codeFor(shop);
    if (first !== second) expect((await confirm(person, first)).body.code).toBe('INVALID_CODE');
    for (let tries = 0; tries < 5; tries++) await confirm(person, otherThan(second));
    expect((await confirm(person, second)).body.code).toBe('INVALID_CODE');
    await ask(person);
    const late = await codeFor(shop);
    shop.clock.advance(minutes(10));
    expect((await confirm(person, late)).body.code).toBe('INVALID_CODE');
    expect(JSON.stringify(await shop.deps.read.select().from(emailChanges))).not.toContain(late);
  });

  test('reveals no other account before the proof, and then refuses a taken address', async () => {
    const shop = await testShop();
    await shop.login('berta@example.test');
    const person = await shop.login(anna);
    expect((await ask(person, 'berta@example.test')).body).toEqual({ needsCode: true });
    const refused = await confirm(person, await codeFor(shop, 'berta@example.test'));
    expect([refused.status, refused.body.code]).toEqual([409, 'RESOURCE_IN_USE']);
    expect((await person.json<Account>('GET', '/api/settings')).body.userData.email).toBe(anna);
  });

  test('needs a login within the last two hours, and returns to the page', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    shop.clock.advance(hours(2) + 1);
    const refused = await ask(person);
    expect([refused.status, refused.body.code, refused.body.details.reason]).toEqual([
      403,
      'INVALID_TOKEN',
      'sessionInvalid',
    ]);
    const page = await person.fetch('/settings/email');
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      '/auth?to=%2Fsettings%2Femail&notice=sessionInvalid',
    ]);
    const auth = await (await person.fetch('/auth?to=%2Fsettings%2Femail&notice=sessionInvalid')).text();
    expect(auth).toContain('höchstens zwei Stunden');
    expect(auth).toContain(anna);
    await person.form('/auth', { email: anna, to: '/settings/email', way: 'code' });
    const [mail] = await shop.mails(anna);
    const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '';
    const back = await person.form('/enter-code', { code, to: '/settings/email' });
    expect(back.headers.get('location')).toBe('/settings/email');
    expect((await person.fetch('/settings/email')).status).toBe(200);
  });

  test.each(['', 'anna', anna, 'ANNA@example.test'])('is not %j', async (email) => {
    const shop = await testShop();
    const person = await shop.login(anna);
    const answer = await ask(person, email);
    expect([answer.status, answer.body.code, Object.keys(answer.body.details.fields ?? {})]).toEqual([
      400,
      'VALIDATION_FAILED',
      ['newEmail'],
    ]);
  });

  test('can be requested five times in ten minutes', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    for (let n = 0; n < 5; n++) expect((await ask(person)).status).toBe(200);
    expect((await ask(person)).status).toBe(429);
  });

  test('has its pages, which work by forms alone', async () => {
    const shop = await testShop();
    const person = await shop.login(anna);
    expect((await person.fetch('/settings/email/code')).headers.get('location')).toBe('/settings/email');
    const page = await (await person.fetch('/settings/email')).text();
    expect(page).toContain('data-guard=""');
    const refused = await person.form('/settings/email', { newEmail: 'anna@' });
    const again = await refused.text();
    expect([refused.status, again.includes('value="anna@"')]).toEqual([400, true]);
    expect(again).toContain('data-guard="changed"');
    const requested = await person.form('/settings/email', { newEmail });
    expect(requested.headers.get('location')).toBe('/settings/email/code');
    expect(await (await person.fetch('/settings/email/code')).text()).toContain(newEmail);
    const code = await codeFor(shop);
    expect((await person.form('/settings/email/code', { code: otherThan(code) })).status).toBe(400);
    const done = await person.form('/settings/email/code', { code });
    expect(done.headers.get('location')).toBe('/settings?saved=email');
    const [user] = await shop.deps.read.select().from(users);
    expect(user?.email).toBe(newEmail);
  });
});
