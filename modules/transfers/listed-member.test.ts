import { expect, test } from 'vitest';
import { ready } from '#src/data/hot-statements.ts';
import { testShop } from '#tests/support/shop.ts';
import { openTransfers } from './testing.ts';

test('a member of a list who passes the cheap place on does not get a second one', async () => {
  const shop = await testShop();
  const at = await openTransfers(shop);
  const given = await at.organizer.json<{ discount: { id: number } }>(
    'POST',
    `/api/admin/discounts/${at.race.eventId}`,
    { discountKind: 'list', title: 'Mitglieder', percentOff: 50 },
  );
  const discountId = given.body.discount.id;
  const list = `/api/admin/discounts/${discountId}/members`;
  await at.organizer.json('POST', list, { mode: 'add', members: ['ana@club.test'] });
  const [participantId] = at.participantIds;
  await shop.deps.write(({ tx }) =>
    tx.run(
      ready('insert into discount_uses (participant_id, discount_id, member) values (?, ?, ?)', [
        participantId,
        discountId,
        'ana@club.test',
      ]),
    ),
  );
  const taken = await at.take((await at.offer()).body, 3000);
  expect(taken.status).toBe(201);
  await at.pay(taken.body.orderId);
  const moved = await shop.deps.read.all(ready('select order_id from participants where id = ?', [participantId]));
  expect(moved).toEqual([{ order_id: taken.body.orderId }]);
  const { body } = await at.organizer.json<{ rows: unknown[] }>('GET', list);
  expect(body.rows).toMatchObject([{ member: 'ana@club.test', participantId }]);
});
