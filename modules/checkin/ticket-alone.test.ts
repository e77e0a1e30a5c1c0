import { expect, test } from 'vitest';
import { peopleOf } from '#modules/orders/index.ts';
import { present } from '#src/kernel/assert.ts';
import { testShop } from '#tests/support/shop.ts';
import { gateOf } from './testing.ts';
import { ticketAlone, ticketOf } from './ticket.ts';

test('a ticket read alone has the data of its person and of no other', async () => {
  const shop = await testShop();
  const { ids } = await gateOf(shop);
  const { read, signer } = shop.deps;
  for (const id of ids) {
    const whole = present(await ticketOf(read, signer, id), 'it was just sold');
    const alone = present(await ticketAlone(read, signer, id), 'it was just sold');
    expect(peopleOf(whole.order)).toHaveLength(2);
    const own = peopleOf(whole.order).filter(({ person }) => person.id === id);
    const about = ({ person, competition, team }: (typeof own)[number]) => [person, competition.id, team.teamId];
    expect(peopleOf(alone.order).map(about)).toEqual(own.map(about));
    const others = { teams: null, competitions: null };
    const contentOf = ({ order, competition, ...ticket }: typeof whole) => ({
      ...ticket,
      order: { ...order, ...others },
      competition: { ...competition, ...others },
    });
    expect(contentOf(alone)).toEqual(contentOf(whole));
  }
  expect(await ticketAlone(read, signer, 4711)).toBeNull();
});
