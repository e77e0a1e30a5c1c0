import { expect, onTestFinished, test } from 'vitest';
import type { Shop } from '#src/app/shop.ts';
import { beginSeason } from './season/begin-season.ts';
import { book } from './season/booking.ts';
import { dice } from './season/dice.ts';
import { breaches } from './season/invariants.ts';
import { brokenPromises } from './season/money.ts';
import { badDay } from './season/payments.ts';
import { overheld } from './season/place-holds.ts';
import { step } from './season/season.ts';
import { layDatabase, startLibsqlServer } from './support/libsql-server.ts';
import { shopWithProvider } from './support/saferpay.ts';
import { emptyDatabase, type TestShop, testClock, testShop, testShopOver } from './support/shop.ts';
import { seed } from './support/thorough.ts';

const steps = Number(process.env.STEPS ?? 300);

/** Three shops, each with a memory, a queue and a folder of its own, on one libSQL server: requests go to each in turn. */
async function threeShops(env: Record<string, string>): Promise<TestShop> {
  const migrated = await emptyDatabase();
  const database = await startLibsqlServer((directory) => layDatabase(directory, migrated));
  onTestFinished(() => database.stop());
  const clock = testClock();
  const open = () => testShop({ clock, env: { ...env, DATABASE_URL: database.url } });
  const shops = [await open(), await open(), await open()] as const;
  const [first, ...others] = shops;
  // Providers that the season plays are put into the first.
  for (const { deps } of others) deps.fetch = (url, init) => first.deps.fetch(url, init);
  for (const { deps } of shops) {
    if (deps.config.saferpay) Object.assign(deps.config.saferpay, { timeoutMs: 2000, pausesMs: [1, 1] });
  }
  let turn = 0;
  const next = (): Shop => (shops[turn++ % shops.length] ?? first).shop;
  const facade: Shop = {
    ...first.shop,
    fetch: (request, info) => next().fetch(request, info),
    settle: (options) => next().settle(options),
  };
  return testShopOver(facade, clock, true);
}

test(`a season of ${steps} steps at three processes keeps every invariant (SEED=${seed})`, {
  timeout: 60_000 + steps * 4000,
}, async () => {
  const at = await shopWithProvider({ env: { RACE_RESULT_INTERVAL_MS: '0' }, open: threeShops });
  const { shop, provider } = at;
  provider.simulator.misbehaviour.setFaults({ seed, rates: badDay });
  const season = await beginSeason(at, dice(seed));
  const did = (verb: string) => season.log.get(verb) ?? 0;
  const lived = () => did('book') > 0;
  // A few steps may pass without an order, so it begins with one; some are refused.
  for (let tries = 0; !lived() && tries < 40; tries++) await book(season);
  for (let done = 0; done < steps; done++) {
    await step(season);
    // Every invariant is a statement that goes to the server and back.
    if (done % 10 !== 9) continue;
    expect(await breaches(shop.deps.read), `SEED=${seed} step=${done}`).toEqual([]);
    expect(await overheld(shop.deps), `sold and held together, SEED=${seed} step=${done}`).toEqual([]);
  }
  await shop.settle();
  expect(await breaches(shop.deps.read), `SEED=${seed} at the end`).toEqual([]);
  expect(await brokenPromises(shop.deps.read), `SEED=${seed}`).toEqual([]);
  if (process.env.SEASON_LOG) console.log([...season.log].sort());
  expect(lived(), `the season lived, SEED=${seed}`).toBe(true);
});
