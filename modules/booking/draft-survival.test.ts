import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { makeRace, type Race } from '#modules/orders/testing.ts';
import { limitCounters, savedForms } from '#src/data/schema.ts';
import { days, hours, minutes } from '#src/kernel/time.ts';
import { forgetSavedForms } from '#src/web/forms/saved-forms.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { forgetDraftsJob } from './drafts.ts';
import { draftData } from './personal-data.ts';
import { drafts } from './schema.ts';

/** What was typed outlives the session in which it was typed, for the person and the browser that typed it alone. */
const eva = 'eva@example.test';
const path = (race: Race, step = 'competitions') => `/events/${race.eventId}/${step}`;
const runner = (race: Race, firstName: string, localId = 'p1') => ({
  'teams[0].competitionId': String(race.runId),
  'teams[0].localId': `t-${localId}`,
  'teams[0].participants[0].localId': localId,
  'teams[0].participants[0].firstName': firstName,
  'teams[0].participants[0].lastName': 'Maier',
  'teams[0].participants[0].birthDate': '1.5.1998',
  intent: 'next',
});

async function scene() {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work, { event: { needsName: true } }));
  return { shop, race };
}
async function guest(shop: TestShop, race: Race, email = eva, who = shop.visitor()): Promise<Caller> {
  const begun = await who.json('POST', '/api/auth/code/unauthenticated-login', { email, eventId: race.eventId });
  expect(begun.status).toBe(200);
  return who;
}
async function codeLogin(shop: TestShop, who: Caller, email = eva): Promise<void> {
  shop.clock.advance(minutes(1));
  await who.json('POST', '/api/auth/code/send-mail', { email });
  const [mail] = await shop.mails(email);
  const answer = await who.json('POST', '/api/auth/code/login', {
    email,
    code: /^\d{6}$/m.exec(mail?.text ?? '')?.[0],
  });
  expect(answer.status).toBe(200);
}
/** The step's page after what it leads to itself. */
async function shown(who: Caller, at: string): Promise<string> {
  const first = await who.fetch(at);
  const location = first.headers.get('location') ?? '';
  return (location.startsWith(at) ? await who.fetch(location) : first).text();
}
const rows = (shop: TestShop) => shop.deps.read.select().from(drafts);
const savedRows = (shop: TestShop) => shop.deps.read.select().from(savedForms);
const input = async (who: Caller, race: Race, firstName: string, localId?: string) => {
  const posted = await who.form(path(race), runner(race, firstName, localId));
  expect(posted.headers.get('location')).toBe(path(race, 'articles'));
};

describe('a proven mailbox', () => {
  test('goes on with what was typed under it elsewhere, as a copy', async () => {
    const { shop, race } = await scene();
    const guestThenOwner = await guest(shop, race);
    await input(guestThenOwner, race, 'Typed-as-guest');
    await codeLogin(shop, guestThenOwner);
    expect(await shown(guestThenOwner, path(race))).toContain('Typed-as-guest');
    const laptop = await shop.login(eva);
    expect(await shown(laptop, path(race))).toContain('Typed-as-guest');
    shop.clock.advance(minutes(5));
    await input(laptop, race, 'Newer');
    const phone = await shop.login(eva);
    expect(await shown(phone, path(race))).toContain('Newer');
    expect((await rows(shop)).map(({ data }) => data.teams[0]?.participants[0]?.firstName)).toEqual([
      'Typed-as-guest',
      'Newer',
      'Newer',
    ]);
  });

  test('meets nothing that somebody typed who merely knows its address', async () => {
    const { shop, race } = await scene();
    await input(await shop.login(eva), race, 'Of-the-owner');
    shop.clock.advance(minutes(1));
    const stranger = await guest(shop, race);
    await input(stranger, race, 'Of-a-stranger');
    const phone = await shop.login(eva);
    const page = await shown(phone, path(race));
    expect(page).toContain('Of-the-owner');
    expect(page).not.toContain('Of-a-stranger');
    const other = await shop.deps.write((work) => makeRace(work, { event: { needsName: true } }));
    const another = await guest(shop, other);
    await input(another, other, 'Of-a-stranger');
    expect(await shown(await shop.login(eva), path(other))).not.toContain('Of-a-stranger');
    expect(await shown(another, path(other))).toContain('Of-a-stranger');
  });

  test('keeps what it has here, and gets nobody back whom it took out', async () => {
    const { shop, race } = await scene();
    const [laptop, phone] = [await shop.login(eva), await shop.login(eva)];
    await input(phone, race, 'On-the-phone');
    shop.clock.advance(minutes(1));
    await input(laptop, race, 'On-the-laptop');
    expect(await shown(phone, path(race))).toContain('On-the-phone');
    await phone.form(path(race), { ...runner(race, 'On-the-phone'), intent: 'remove:0:0' });
    const empty = await shown(phone, path(race));
    expect(empty).not.toContain('On-the-phone');
    expect(empty).not.toContain('On-the-laptop');
    shop.clock.advance(minutes(1));
    await input(laptop, race, 'Later-on-the-laptop');
    expect(await shown(phone, path(race))).toContain('Later-on-the-laptop');
  });

  test('is not offered again what it ordered', async () => {
    const { shop, race } = await scene();
    const event = path(race, 'check-order');
    const [laptop, phone] = [await shop.login(eva), await shop.login(eva)];
    await input(laptop, race, 'Ordered');
    await shown(phone, path(race));
    await phone.form(path(race, 'articles'), { declined: 'true' });
    await phone.form(path(race, 'delivery-address'), { 'contact.firstName': 'Eva', 'contact.lastName': 'Maier' });
    const html = await shown(phone, event);
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
    const ordered = await phone.form(event, {
      key: value('key'),
      totalPrice: value('totalPrice'),
      accepted: 'true',
      intent: 'next',
    });
    expect(ordered.headers.get('location')).toContain('/payment?order=');
    // As somebody of an earlier order one may be chosen; nobody stands there again by themselves.
    expect(await shown(await shop.login(eva), path(race))).not.toContain('value="Ordered"');
    expect(await shown(phone, path(race))).not.toContain('value="Ordered"');
    // The other device still shows what stands there, and what is typed on is a new draft.
    expect(await shown(laptop, path(race))).toContain('Ordered');
    await input(laptop, race, 'Second-round');
    expect(await shown(await shop.login(eva), path(race))).toContain('Second-round');
  });

  test('shares nothing with another address, with an unproven one, or between events', async () => {
    const { shop, race } = await scene();
    const other = await shop.deps.write((work) => makeRace(work));
    await input(await shop.login(eva), race, 'Private');
    for (const who of [
      await guest(shop, race),
      await shop.login('other@example.test'),
      await guest(shop, race, 'x@example.test'),
    ]) {
      expect(await shown(who, path(race))).not.toContain('Private');
    }
    expect(await shown(await shop.login(eva), path(other))).not.toContain('Private');
  });

  test('takes along and erases what was typed in its name on any device', async () => {
    const { shop, race } = await scene();
    await input(await guest(shop, race), race, 'Of-a-stranger');
    const phone = await guest(shop, race);
    await codeLogin(shop, phone);
    await phone.form(path(race), { ...runner(race, 'x'), intent: 'remove:0:0' });
    await input(phone, race, 'Of-the-person');
    await phone.form('/auth/logout', {});
    const [row] = await rows(shop);
    const collected = JSON.stringify(await draftData.collect(shop.deps.read, row?.userId ?? 0));
    expect(collected).toContain('Of-the-person');
    expect(collected).not.toContain('Of-a-stranger');
    await shop.deps.write(async (work) => draftData.erase(work, row?.userId ?? 0));
    expect(await rows(shop)).toEqual([]);
  });
});

describe('a guest whose session is gone', () => {
  test.each([
    ['with its cookie', async (who: Caller) => void who.cookies.delete('session')],
    ['after a week', async (_: Caller, shop: TestShop) => shop.clock.advance(days(9))],
  ])('goes on by typing the same address again (%s)', async (_, lose) => {
    const { shop, race } = await scene();
    const visitor = await guest(shop, race);
    await input(visitor, race, 'Before');
    await lose(visitor, shop);
    const asked = await visitor.fetch(path(race));
    expect(asked.headers.get('location')).toMatch(/^\/auth\?to=/);
    await guest(shop, race, eva, visitor);
    expect(await shown(visitor, path(race))).toContain('Before');
  });

  test('sets its cookie for guests alone, not to be read by scripts', async () => {
    const shop = await testShop({ env: { PUBLIC_URL: 'https://shop.test' } });
    const race = await shop.deps.write((work) => makeRace(work));
    const begun = await shop
      .visitor()
      .json('POST', '/api/auth/code/unauthenticated-login', { email: eva, eventId: race.eventId });
    const cookie = begun.headers.getSetCookie().find((line) => line.startsWith('visit='));
    for (const word of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Max-Age=2592000', 'Path=/'])
      expect(cookie).toContain(word);
    expect((await shop.login('other@example.test')).cookies.has('visit')).toBe(false);
  });

  test('has a cookie that tells no account number; one of before still works', async () => {
    const { shop, race } = await scene();
    for (let n = 0; n < 41; n++) await guest(shop, race, `x${n}@example.test`);
    const visitor = await guest(shop, race);
    await input(visitor, race, 'Before');
    const cookie = visitor.cookies.get('visit') ?? '';
    expect(cookie).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
    const [row] = await rows(shop);
    const ofBefore = shop.visitor();
    ofBefore.cookies.set('visit', cookie.replace('.', `.${row?.userId}.`));
    await guest(shop, race, eva, ofBefore);
    expect(await shown(ofBefore, path(race))).toContain('Before');
  });

  test('opens nothing to another address, a forger, or somebody who has the cookie without typing the address', async () => {
    const { shop, race } = await scene();
    const visitor = await guest(shop, race);
    await input(visitor, race, 'Secret');
    const cookie = visitor.cookies.get('visit') ?? '';
    const [visitId, mac] = cookie.split('.');
    expect(mac).toHaveLength(43);
    const [row] = await rows(shop);
    const userId = String(row?.userId);
    const thief = shop.visitor();
    thief.cookies.set('visit', cookie);
    expect((await thief.fetch(path(race))).headers.get('location')).toMatch(/^\/auth/);
    await guest(shop, race, 'thief@example.test', thief);
    expect(await shown(thief, path(race))).not.toContain('Secret');
    const ownMac = thief.cookies.get('visit')?.split('.')[1];
    for (const forged of [
      `${visitId}.${ownMac}`,
      `${visitId}.`,
      `${visitId}.${userId}.${ownMac}`,
      `${visitId}.${userId}.${'A'.repeat(43)}`,
      `${visitId}.${userId}.`,
      'x',
    ]) {
      const forger = shop.visitor();
      forger.cookies.set('visit', forged);
      await guest(shop, race, eva, forger);
      expect(await shown(forger, path(race))).not.toContain('Secret');
    }
  });

  test.each([
    ['a logout', (who: Caller) => who.form('/auth/logout', {})],
    ['a proven login', (who: Caller, shop: TestShop) => codeLogin(shop, who)],
    [
      'a logout everywhere, from another device',
      async (_: Caller, shop: TestShop) => (await shop.login(eva)).json('DELETE', '/api/auth/sessions'),
    ],
  ])('%s ends it, for every copy of the cookie', async (_, end) => {
    const { shop, race } = await scene();
    const visitor = await guest(shop, race);
    await input(visitor, race, 'Secret');
    const copy = visitor.cookies.get('visit') ?? '';
    await end(visitor, shop);
    const replay = shop.visitor();
    replay.cookies.set('visit', copy);
    await guest(shop, race, eva, replay);
    expect(await shown(replay, path(race))).not.toContain('Secret');
  });

  test('is gone from the browser after logout and proven login', async () => {
    const { shop, race } = await scene();
    const [first, second] = [await guest(shop, race), await guest(shop, race)];
    await first.form('/auth/logout', {});
    await codeLogin(shop, second);
    expect([first.cookies.has('visit'), second.cookies.has('visit')]).toEqual([false, false]);
  });
});

describe('a form that comes without a session', () => {
  test('is taken over after the login, once, by the step itself', async () => {
    const { shop, race } = await scene();
    const visitor = shop.visitor();
    const posted = await visitor.form(path(race), runner(race, 'Typed-too-late'));
    expect(posted.headers.get('location')).toBe(`/auth?to=${encodeURIComponent(path(race))}`);
    const cookie = posted.headers.getSetCookie().find((line) => line.startsWith('typed='));
    for (const word of ['HttpOnly', 'SameSite=Lax', 'Max-Age=3600', `Path=${path(race)}`])
      expect(cookie).toContain(word);
    const secret = visitor.cookies.get('typed') ?? '';
    expect(JSON.stringify(await savedRows(shop))).toContain('Typed-too-late');
    expect(JSON.stringify(await savedRows(shop))).not.toContain(secret);
    await codeLogin(shop, visitor);
    const html = await shown(visitor, path(race));
    expect(html).toContain('Typed-too-late');
    expect(html).toContain('Deine Eingaben sind noch da');
    expect(await shown(visitor, path(race))).not.toContain('Deine Eingaben sind noch da');
    // The secret is used up, for everybody.
    const replay = await shop.login('other@example.test');
    replay.cookies.set('typed', secret);
    expect(await shown(replay, path(race))).not.toContain('Typed-too-late');
  });

  test('joins the guest’s visit, and the people who are there stay', async () => {
    const { shop, race } = await scene();
    const visitor = await guest(shop, race);
    await input(visitor, race, 'Runner');
    visitor.cookies.delete('session');
    const posted = await visitor.form(path(race, 'delivery-address'), {
      'contact.firstName': 'Eva-at-home',
      'contact.lastName': 'Maier',
    });
    expect(posted.headers.get('location')).toBe(`/auth?to=${encodeURIComponent(path(race, 'delivery-address'))}`);
    // Another step leaves it alone.
    await guest(shop, race, eva, visitor);
    expect(await shown(visitor, path(race))).toContain('Runner');
    expect(await shown(visitor, path(race, 'delivery-address'))).toContain('Eva-at-home');
    expect(await shown(visitor, path(race))).toContain('Runner');
  });

  test('is forgotten after an hour, and is nobody else’s', async () => {
    const { shop, race } = await scene();
    const visitor = shop.visitor();
    await visitor.form(path(race), runner(race, 'Too-old'));
    const other = await shop.login('other@example.test');
    expect(await shown(other, path(race))).not.toContain('Too-old');
    shop.clock.advance(hours(1));
    await codeLogin(shop, visitor);
    expect(await shown(visitor, path(race))).not.toContain('Too-old');
    await shop.deps.write(forgetSavedForms);
    expect(await savedRows(shop)).toEqual([]);
  });

  test('is kept neither from another site nor by a script, nor when it is huge or too often', async () => {
    const { shop, race } = await scene();
    const visitor = shop.visitor();
    const body = () => new URLSearchParams(runner(race, 'Planted'));
    const foreign = await visitor.fetch(path(race), {
      method: 'POST',
      body: body(),
      headers: { origin: 'https://evil.test' },
    });
    expect(foreign.status).toBe(403);
    await visitor.fetch(path(race), { method: 'POST', body: body() });
    await visitor.form(path(race), { ...runner(race, 'Kept-after-logout'), intent: 'keep' });
    await visitor.form(path(race), { ...runner(race, 'Planted'), padding: 'x'.repeat(200_001) });
    expect([await rows(shop), await savedRows(shop)]).toEqual([[], []]);
    for (let n = 0; n < 61; n += 1) await shop.visitor().form(path(race), runner(race, 'Flood'));
    expect(await savedRows(shop)).toHaveLength(60);
    const other = shop.visitor({ address: '192.0.2.1' });
    await other.form(path(race), runner(race, 'One'));
    await other.form(path(race), runner(race, 'Two'));
    const texts = (await savedRows(shop)).map(({ fields }) => JSON.stringify(fields));
    expect(texts.filter((text) => /One|Two/.test(text))).toHaveLength(1);
    expect((await shop.deps.read.select().from(limitCounters)).some(({ key }) => key.startsWith('kept-post|'))).toBe(
      true,
    );
  });
});

describe('a page of before a login in another tab', () => {
  test('loses nothing, orders nothing, and says what to do', async () => {
    const { shop, race } = await scene();
    const visitor = await guest(shop, race);
    await input(visitor, race, 'Runner');
    const stale = visitor.cookies.get('csrf-token') ?? '';
    await codeLogin(shop, visitor);
    const posted = await visitor.form(path(race), { ...runner(race, 'Changed'), csrf: stale });
    expect([posted.status, posted.headers.get('location')]).toEqual([303, `${path(race)}?kept=1`]);
    const html = await shown(visitor, `${path(race)}?kept=1`);
    expect(html).toContain('Changed');
    expect(html).toContain('Deine Eingaben sind noch da');
    const ordered = await visitor.form(path(race, 'check-order'), {
      accepted: 'true',
      csrf: stale,
    });
    expect(ordered.headers.get('location')).toBe(`${path(race, 'check-order')}?kept=1`);
    expect((await visitor.json<{ count: number }>('GET', '/api/orders/my')).body).toMatchObject({ rows: [] });
  });

  test('is refused as before from another site, without an origin, to scripts, and everywhere else', async () => {
    const { shop, race } = await scene();
    const visitor = await guest(shop, race);
    await input(visitor, race, 'Runner');
    const post = (at: string, headers: Record<string, string>, change: Record<string, string> = {}) =>
      visitor.fetch(at, {
        method: 'POST',
        body: new URLSearchParams({ ...runner(race, 'Forged'), csrf: 'x', ...change }),
        headers,
      });
    const own = { origin: 'http://shop.test' };
    const answers = [
      await post(path(race), { origin: 'https://evil.test' }),
      await post(path(race), {}),
      await post(path(race), { ...own, accept: 'application/json' }),
      await post('/auth/logout', own),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await shown(visitor, path(race))).not.toContain('Forged');
    // What a script keeps of the page of before is kept.
    const kept = await post(path(race), { ...own, accept: 'application/json' }, { intent: 'keep' });
    expect(kept.status).toBe(204);
    expect(await shown(visitor, path(race))).toContain('Forged');
  });
});

test('the last step comes back whole after the session is lost', async () => {
  const { shop, race } = await scene();
  const visitor = await guest(shop, race);
  await input(visitor, race, 'Runner');
  await visitor.form(path(race, 'articles'), { declined: 'true' });
  await visitor.form(path(race, 'cancellation-protection'), { [`protection.${race.protectionId}`]: 'true' });
  await visitor.form(path(race, 'delivery-address'), { 'contact.firstName': 'Eva', 'contact.lastName': 'Maier' });
  const lines = (html: string) => /<div id="order-lines">.*?<\/section>/s.exec(html)?.[0];
  const before = lines(await shown(visitor, path(race, 'check-order')));
  expect(before).toContain('Stornoschutz');
  visitor.cookies.delete('session');
  const posted = await visitor.form(path(race, 'check-order'), {
    accepted: 'true',
  });
  expect(posted.headers.get('location')).toBe(`/auth?to=${encodeURIComponent(path(race, 'check-order'))}`);
  await codeLogin(shop, visitor);
  const after = await shown(visitor, path(race, 'check-order'));
  expect(lines(after)).toBe(before);
  expect(after).toContain('Zahlungspflichtig bestellen');
});

test('a job forgets what nobody touched for thirty days', async () => {
  const { shop, race } = await scene();
  await input(await guest(shop, race), race, 'Old');
  shop.clock.advance(days(29));
  const job = forgetDraftsJob(shop.deps);
  expect(await job.run()).toBe(false);
  expect(await rows(shop)).toHaveLength(1);
  shop.clock.advance(days(1));
  await job.run();
  expect(await shop.deps.read.select().from(drafts).where(eq(drafts.eventId, race.eventId))).toEqual([]);
});
