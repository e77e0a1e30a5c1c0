import { expect, test } from 'vitest';
import { order, race } from '#modules/payments/testing.ts';
import { testShop } from '#tests/support/shop.ts';
import { refoldJob } from './refold-job.ts';

test('recomputes stored keys once; of two equal ones the second keeps its old key', async () => {
  const shop = await testShop();
  const at = await race(shop);
  for (const lastName of ['Groß', 'Klein', 'Fein']) await order(shop, at, { people: [{ firstName: 'Kim', lastName }] });
  const run = (text: string) => shop.deps.write(({ tx }) => tx.run(text));
  await run(
    "update participants set birth_date = '1990-05-05', identity = 'kim|groß|1990-05-05' where last_name = 'Groß'",
  );
  await run(`update participants set birth_date = '1990-05-05', last_name = 'O’Neill', identity = 'kim|o’neill|1990-05-05'
    where last_name = 'Klein'`);
  await run(`update participants set birth_date = '1990-05-05', last_name = 'O''Neill', identity = 'kim|o''neill|1990-05-05'
    where last_name = 'Fein'`);
  await run('update refoldings set last_id = 0');
  const job = refoldJob('participants')(shop.deps);
  expect(await job.run()).toBe(false);
  const rows = await shop.deps.read.all<{ identity: string }>('select identity from participants order by id');
  expect(rows.map(({ identity }) => identity)).toEqual([
    'kim|gross|1990-05-05',
    // The next row has this key already.
    'kim|o’neill|1990-05-05',
    "kim|o'neill|1990-05-05",
  ]);
  const [progress] = await shop.deps.read.all<{ last_id: number | null }>(
    "select last_id from refoldings where name = 'participants'",
  );
  expect(progress?.last_id).toBeNull();
});
