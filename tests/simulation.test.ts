import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ticketsInMail } from '#modules/checkin/mailed-tickets.ts';
import { testShop } from '#tests/support/shop.ts';
import { beginSeason } from './season/begin-season.ts';
import { book } from './season/booking.ts';
import { dice } from './season/dice.ts';
import { breaches } from './season/invariants.ts';
import { brokenPromises } from './season/money.ts';
import { figuredOtherwise } from './season/money-figures.ts';
import { brokenPapers, spreadOtherwise } from './season/papers.ts';
import { badDay } from './season/payments.ts';
import { overheld } from './season/place-holds.ts';
import { dailyStep, openAnother, step } from './season/season.ts';
import { unproven } from './season/settling.ts';
import { unsettledSizes } from './season/sizes.ts';
import { unsynced } from './season/timing.ts';
import { shopWithProvider } from './support/saferpay.ts';
import { seed, times } from './support/thorough.ts';

const steps = Number(process.env.STEPS ?? times(400, 40));

test(`a season of ${steps} steps keeps every invariant (SEED=${seed})`, { timeout: 240_000 }, async () => {
  const at = await shopWithProvider({
    env: { LIMIT_FACTOR: '0', RACE_RESULT_INTERVAL_MS: '0' },
    timeoutMs: 2000,
    pausesMs: [1, 1],
    open: (env) => testShop({ env, isRandom: true }),
  });
  const { shop, provider } = at;
  provider.simulator.misbehaviour.setFaults({ seed, rates: badDay });
  const season = await beginSeason(at, dice(seed));
  const did = (verb: string) => season.log.get(verb) ?? 0;
  const lived = () => Math.min(did('book'), did('book with codes'), did('mark paid'), did('scan')) > 0;
  let audits = 0;
  // A run without the important events continues, within limits.
  for (let done = 0; done < steps || (!lived() && done < 12 * steps); done++) {
    if (done === steps) await openAnother(season);
    await (done < steps ? step : dailyStep)(season);
    expect(await breaches(shop.deps.read), `SEED=${seed} step=${done}`).toEqual([]);
    expect(await figuredOtherwise(shop.deps), `money, SEED=${seed} step=${done}`).toEqual([]);
    expect(await overheld(shop.deps), `sold and held together, SEED=${seed} step=${done}`).toEqual([]);
    expect(await unproven(shop.deps), `the proof sheets, SEED=${seed} step=${done}`).toEqual([]);
    const [row] = await shop.deps.read.all<{ n: number }>(
      sql`select (select count(*) from order_audits) + (select count(*) from account_audits) + (select count(*) from event_audits) n`,
    );
    expect(row?.n, `audits only grow, SEED=${seed} step=${done}`).toBeGreaterThanOrEqual(audits);
    audits = row?.n ?? 0;
  }
  await shop.settle();
  expect(await unsynced(season), `RACE RESULT, SEED=${seed}`).toEqual([]);
  expect(await breaches(shop.deps.read), `SEED=${seed} at the end`).toEqual([]);
  expect(await figuredOtherwise(shop.deps), `money, SEED=${seed} at the end`).toEqual([]);
  expect(await unsettledSizes(shop.deps.read), `lists of sizes, SEED=${seed}`).toEqual([]);
  expect(await brokenPromises(shop.deps.read), `SEED=${seed}`).toEqual([]);
  expect(await brokenPapers(shop.deps.read), `SEED=${seed}`).toEqual([]);
  expect(await spreadOtherwise(shop.deps.read), `SEED=${seed}`).toEqual([]);
  // Every participant with an address in a paid order has exactly one ticket mail, to it or to the buyer, with a valid link;
  // repeated, moved and corrected ones aside. A free order of an unverified mailbox waits, and an organizer may withhold mails.
  const confirmations = await shop.deps.read.all<{ id: number; got: number; first: number }>(sql`
    select p.id, count(m.id) got, coalesce(sum(m.unique_key not like '%|again|%' and m.unique_key not like '%|moved|%' and m.unique_key not like '%|bib|%'
        and m.params ->> 'isPassedOn' is null), 0) first
      from participants p join orders o on o.id = p.order_id
      left join mails m on m.order_id = o.id and m.type = 'RegistrationConfirmation' and (lower(m.recipient) = lower(p.email) or m.params ->> 'isPassedOn' = 1)
        and exists (select 1 from ${ticketsInMail(sql`m.params`)} t
          where t.value ->> 'participantId' = p.id and coalesce(t.value ->> 'linkVersion', 0) = p.link_version)
      where p.email is not null and o.status in ('complete', 'shipped') and not (o.awaits_proof and o.total_cents = 0)
        and o.tickets_withheld = 0
      group by p.id`);
  expect(
    confirmations.filter(({ got, first }) => got < 1 || first > 1),
    `SEED=${seed}`,
  ).toEqual([]);
  if (process.env.SEASON_LOG) console.log([...season.log].sort().join('\n'));
  expect(lived(), `the season lived, SEED=${seed}`).toBe(true);
});

test('an invariant that is broken is found', async () => {
  const at = await shopWithProvider();
  const { shop } = at;
  const season = await beginSeason(at, dice(1));
  await shop.deps.write(({ tx }) =>
    tx.run(sql`update competitions set sold = 3 where id = ${season.competitions[0]?.id}`),
  );
  expect((await breaches(shop.deps.read)).join()).toContain('a competition has sold exactly');
  await shop.deps.write(({ tx }) => tx.run(sql`update vouchers set used = 1 where id = 1`));
  expect((await breaches(shop.deps.read)).join()).toContain('a code of a single use has at most one live order');
  await book(season, season.buyers[0]);
  expect((await breaches(shop.deps.read)).join()).not.toContain('for nothing');
  await shop.deps.write(({ tx }) => tx.run(sql`update orders set total_cents = 0`));
  await shop.deps.write(({ tx }) => tx.run(sql`update events set free_places_per_account = 0, version = version + 1`));
  expect((await breaches(shop.deps.read)).join()).toContain('no more places for nothing than the event gives');
  await shop.deps.write(({ tx }) => tx.run(sql`update events set free_places_per_account = 3, version = version + 1`));
  expect(await figuredOtherwise(shop.deps)).toEqual([]);
  await shop.deps.write(({ tx }) => tx.run(sql`update event_money_sums set open_cents = open_cents + 1`));
  expect((await figuredOtherwise(shop.deps)).join()).toContain('figures kept by triggers: ');
  expect(await overheld(shop.deps)).toEqual([]);
  await shop.deps.write(({ tx, now }) =>
    tx.run(sql`insert into place_holds (visit_id, event_id, competition_id, price_id, quantity, until)
      select 'somebody', c.event_id, c.id, p.id, 58, ${now + 1000} from competitions c
      join competition_prices p on p.competition_id = c.id where c.id = ${season.competitions[0]?.id} limit 1`),
  );
  expect(await overheld(shop.deps)).toMatchObject([{ what: 'competition' }, { what: 'price' }]);
});

test('an order without a turn is found, once the guard is taken away', async () => {
  const at = await shopWithProvider({ env: { LIMIT_FACTOR: '0' } });
  const { shop } = at;
  const season = await beginSeason(at, dice(1));
  const { eventId, organizer } = season;
  const beginsAt = new Date(shop.clock() + 60_000).toISOString();
  expect((await organizer.json('PUT', `/api/admin/events/${eventId}/waiting-room`, { beginsAt })).status).toBe(200);
  shop.clock.advance(1000);
  await book(season, season.buyers[0]);
  expect([...season.log.keys()]).toContain('book: WAITING_ROOM_NOT_YOUR_TURN');
  expect((await breaches(shop.deps.read)).join()).not.toContain('waiting room');
  await shop.deps.write(({ tx }) => tx.run(sql`update events set waiting_room = 0, version = version + 1`));
  for (let tries = 0; tries < 20 && !season.log.has('book'); tries++) await book(season, season.buyers[0]);
  const found = (await breaches(shop.deps.read)).join();
  expect(found).toContain('nobody books without a turn');
  expect(found).toContain('a waiting room is on exactly while');
});
