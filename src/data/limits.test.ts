import { expect, test } from 'vitest';
import { hours } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { countAtOnce, countTry, giveBackTry, type Limit, requireTriesLeft } from './limits.ts';

const limit: Limit = { name: 'test', most: 2, windowMs: hours(1), per: 'address' };
const perAccount: Limit = { ...limit, name: 'test-account', per: 'account' };
const tooMany = { code: 'TOO_MANY_REQUESTS' };

test('an IPv6 network counts by its /64, and its /56 counts four times as many beside it', async () => {
  const { deps } = await testShop();
  const from = (network: string) => deps.write((work) => countTry(work, limit, `2001:db8:0:${network}::/64`, 1));
  for (const network of ['1200', '12ff', '1201', '1210']) {
    await from(network);
    await from(network);
    await expect(from(network)).rejects.toMatchObject(tooMany);
  }
  await expect(from('12aa')).rejects.toMatchObject(tooMany);
  await from('1300');
  await deps.write((work) => giveBackTry(work, limit, '2001:db8:0:1200::/64'));
  await from('12aa');
  const left = (network: string) => requireTriesLeft(deps.read, limit, `2001:db8:0:${network}::/64`, 1, deps.clock());
  await expect(left('12bb')).rejects.toMatchObject(tooMany);
  expect(await left('1300')).toBe(1);
  expect(await left('1400')).toBe(2);
});

test('all networks of a /48 together have sixteen times as many', async () => {
  const { deps } = await testShop();
  const from = (group: number) =>
    deps.write((work) => countTry(work, limit, `2001:db8:7:${group.toString(16)}::/64`, 1));
  for (let at = 0; at < 32; at++) await from(at * 256 + at);
  await expect(from(0xff00)).rejects.toMatchObject(tooMany);
  await deps.write((work) => countTry(work, limit, '2001:db8:8:ff00::/64', 1));
});

test('the factor widens both, and 0 switches both off; an account has no network around it', async () => {
  const { deps } = await testShop();
  const count = (of: Limit, key: string, factor: number) => deps.write((work) => countTry(work, of, key, factor));
  for (let at = 0; at < 9; at++) await count(limit, '2001:db8:0:1::/64', 0);
  for (let at = 0; at < 4; at++) await count(limit, '2001:db8:0:1::/64', 2);
  await expect(count(limit, '2001:db8:0:1::/64', 2)).rejects.toMatchObject(tooMany);
  for (let at = 0; at < 10; at++) await count(perAccount, `2001:db8:0:${at}::/64`, 0);
});

test('what is counted at once is counted together or not at all', async () => {
  const { deps } = await testShop();
  const both = (times: number) =>
    deps.write((work) =>
      countAtOnce(
        work,
        [
          { limit, key: 'a', reason: 'first' },
          { limit: perAccount, key: 'b', times, reason: 'second' },
        ],
        1,
      ),
    );
  await expect(both(3)).rejects.toMatchObject({ ...tooMany, details: { reason: 'second' } });
  await both(1);
  await both(1);
  await expect(both(0)).rejects.toMatchObject({ ...tooMany, details: { reason: 'first' } });
});
