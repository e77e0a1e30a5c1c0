import { eq, type Logger, NoopLogger, type SQL, sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Database } from '#src/data/database.ts';
import { testShop } from '#tests/support/shop.ts';
import { sessionChanges, sessions, users } from '../schema.ts';
import { forgetOldChanges, SessionCache } from './session-cache.ts';

const anna = 'anna@example.test';

async function scene() {
  const shop = await testShop({ demo: false });
  const person = await shop.login(anna);
  const secret = person.cookies.get('session') ?? '';
  const elsewhere = await Database.open(`file:${shop.deps.config.dataDir}/startblock.db`, { synchronous: 'OFF' });
  onTestFinished(() => elsewhere.close());
  const find = async () => {
    // What another process wrote is seen with the next turn of the event loop.
    await new Promise((turn) => setImmediate(turn));
    return shop.deps.findViewer(secret);
  };
  expect((await find())?.email).toBe(anna);
  return { shop, person, elsewhere, find };
}

function countReads(): () => number {
  const logQuery = vi.spyOn(NoopLogger.prototype as Logger, 'logQuery');
  onTestFinished(() => logQuery.mockRestore());
  return () => logQuery.mock.calls.filter(([text]) => / from sessions s /.test(String(text))).length;
}

test('a session is read once, and again when its person was changed by another process', async () => {
  const { elsewhere, find } = await scene();
  const reads = countReads();
  for (let n = 0; n < 5; n++) await find();
  expect(reads()).toBe(0);
  await elsewhere.transact((tx) => tx.update(users).set({ language: 'en-us' }).where(eq(users.email, anna)));
  expect((await find())?.language).toBe('en-us');
  await find();
  expect(reads()).toBe(1);
});

test.each([
  ['ended', sql`delete from ${sessions}`],
  ['over', sql`update ${sessions} set expires_at = 0`],
  ['of an account that is no more', sql`update ${users} set deleted_at = 1`],
])('a session that is %s at another process opens nothing here', async (_, change) => {
  const { elsewhere, find } = await scene();
  await elsewhere.transact((tx) => tx.run(change));
  expect(await find()).toBeNull();
});

test('a role that is given, changed or taken at another process holds here at once', async () => {
  const { elsewhere, find } = await scene();
  const roles = async () => (await find())?.roles.map(({ role }) => role);
  const change = (...statements: SQL[]) =>
    elsewhere.transact(async (tx) => {
      for (const statement of statements) await tx.run(statement);
    });
  expect(await roles()).toEqual([]);
  const isAnna = sql`user_id = (select id from ${users} where email = ${anna})`;
  const give = sql`insert into organizer_users (organizer_id, user_id, role) select 7, id, 'gate' from ${users} where email = ${anna}`;
  await change(sql`insert into organizers (id, name, created_at) values (7, 'Laufverein', 1)`, give);
  expect(await roles()).toEqual(['gate']);
  await change(sql`update organizer_users set role = 'manager' where ${isAnna}`);
  expect(await roles()).toEqual(['manager']);
  await change(sql`delete from organizer_users where ${isAnna}`);
  expect(await roles()).toEqual([]);
  await change(give);
  expect(await roles()).toEqual(['gate']);
  await change(sql`delete from organizers where id = 7`);
  expect(await roles(), 'of an organizer that is no more').toEqual([]);
});

test('the roles of a cached session are read once', async () => {
  const { find } = await scene();
  await find();
  const logQuery = vi.spyOn(NoopLogger.prototype as Logger, 'logQuery');
  onTestFinished(() => logQuery.mockRestore());
  for (let n = 0; n < 3; n++) await find();
  expect(logQuery.mock.calls.filter(([text]) => /organizer_users/.test(String(text)))).toEqual([]);
});

test('a change of rights moves a cached session to a new id', async () => {
  const { elsewhere, find } = await scene();
  expect((await find())?.mustRotate).toBe(false);
  await elsewhere.transact((tx) => tx.update(sessions).set({ mustRotate: true }));
  expect((await find())?.mustRotate).toBe(true);
});

test('a cached session ends at the same time as a stored one', async () => {
  const { shop, find } = await scene();
  shop.clock.advance(8 * 86_400_000);
  expect(await find()).toBeNull();
});

test('a process that missed deleted changes drops its cache', async () => {
  const { shop, elsewhere, find } = await scene();
  await elsewhere.transact(async (tx) => {
    await tx.run(sql`delete from ${sessions}`);
    await tx.run(
      sql`insert into session_changes (user_id) select 9999 from json_each('[${sql.raw('1,'.repeat(1500))}1]')`,
    );
  });
  await shop.deps.write(forgetOldChanges);
  expect(await shop.deps.read.$count(sessionChanges)).toBe(1000);
  expect(await find()).toBeNull();
});

test('a session read before a concurrent change is not cached', async () => {
  const { shop, person } = await scene();
  const cached = new SessionCache(shop.deps.read);
  const viewer = await shop.deps.findViewer(person.cookies.get('session') ?? '');
  const session = { viewer, life: {} } as unknown as Parameters<SessionCache['store']>[1];
  const { at } = await cached.find('one');
  await shop.deps.write(({ tx }) => tx.update(users).set({ language: 'en-us' }).where(eq(users.email, anna)));
  // Another request has heard of the change already.
  await cached.find('other');
  cached.store('one', session, at);
  expect((await cached.find('one')).cached).toBeNull();
  // The negative control: without the moment at which it was looked for, it would be.
  cached.store('one', session, (await cached.find('one')).at);
  expect((await cached.find('one')).cached).not.toBeNull();
});
