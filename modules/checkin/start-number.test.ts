import { expect, test } from 'vitest';
import { orderOf, setBib } from '#modules/orders/index.ts';
import { markPaid } from '#modules/payments/index.ts';
import { order, race } from '#modules/payments/testing.ts';
import { present } from '#src/kernel/assert.ts';
import { testShop } from '#tests/support/shop.ts';
import { shown } from '#tests/support/shown.ts';

test('a ticket shows the start number once assigned, and never an internal id', async () => {
  const shop = await testShop();
  const { eventId, competitionId } = await race(shop);
  const zoe = { firstName: 'Zoë', lastName: 'Wałęsa', email: 'zoe@runner.example' };
  const orderId = await order(shop, { eventId, competitionId }, { people: [zoe] });
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  await shop.settle();
  const placed = present(await orderOf(shop.deps.read, orderId), 'it was just placed');
  const participantId = present(placed.competitions[0]?.teams[0]?.participants[0], 'who starts').id;
  const buyer = await shop.login('buyer@runner.example');
  const figuresOn = (html: string) => [...html.matchAll(/class="bib-figure">([^<]*)/g)].map(([, figure]) => figure);
  const read = async (path: string) => {
    const answer = await buyer.fetch(path);
    const to = answer.headers.get('location');
    return to ? (await buyer.fetch(new URL(to, 'http://shop.test').href.slice(16))).text() : answer.text();
  };
  const pages = [`/orders/${orderId}/tickets/${participantId}`, `/orders/${orderId}`];
  for (const page of pages) {
    const html = await read(page);
    expect([page, shown(html).includes('Wałęsa'), figuresOn(html)]).toEqual([page, true, []]);
  }
  const [first] = await shop.mails(zoe.email);
  expect(first?.text).not.toMatch(/Startnummer:|Teilnehmernummer/);

  await shop.deps.write((work) => setBib(work, { participantId, bib: '1042' }));
  await shop.settle();
  for (const page of pages) {
    expect([page, figuresOn(await read(page))]).toEqual([page, ['1042']]);
  }
});
