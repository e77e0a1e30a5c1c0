import { expect, test } from 'vitest';
import { ownPagePath } from '#modules/checkin/index.ts';
import { updateEvent } from '#modules/events/index.ts';
import { orderOf, peopleOf } from '#modules/orders/index.ts';
import { runner } from '#modules/orders/testing.ts';
import { days } from '#src/kernel/time.ts';
import { breaches } from '#tests/season/invariants.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { transferData } from './personal-data.ts';
import { openTransfers } from './testing.ts';

const ana = runner({ firstName: 'Ana', lastName: 'Huber', email: 'ana@example.test' });
type Answer = {
  transfer: { id: number; state: string; askedByPerson: boolean; newOrderId: number | null } | null;
  link: string | null;
};
type At = Awaited<ReturnType<typeof openTransfers>>;

/** Path of the first person's own page by its current link, and the path below it. */
async function ownOf({ deps }: TestShop, { orderId }: At) {
  const order = (await orderOf(deps.read, orderId)) ?? expect.fail();
  const person = peopleOf(order)[0]?.person ?? expect.fail();
  const link = ownPagePath(deps.signer, person, order.event.endTimestamp);
  return { id: person.id, link: `http://shop.test${link}`, page: link };
}
/** Address of a link or form below the own page. */
const below = (html: string, end: string): string =>
  (new RegExp(`(?:href|action)="(/tickets/\\d+${end}\\?[^"]+)"`).exec(html)?.[1] ?? expect.fail()).replaceAll(
    '&amp;',
    '&',
  );
async function scene(settings: Record<string, unknown> = {}) {
  const shop = await testShop();
  const at = await openTransfers(shop, settings, [ana]);
  const own = await ownOf(shop, at);
  const ask = (email: string | null = null) =>
    shop
      .visitor()
      .json<Answer & { code: string; details: { reason: string } }>('POST', `/api/tickets/${own.id}/transfer`, {
        link: own.link,
        email,
      });
  const newest = async () => (await at.holder.json<Answer>('GET', at.ownPath())).body.transfer?.id ?? 0;
  const agree = async (who = at.holder, transferId?: number) =>
    who.json<Answer & { code: string }>('POST', `${at.ownPath()}/agree`, {
      transferId: transferId ?? (await newest()),
    });
  const takeBack = () =>
    shop
      .visitor()
      .json<Answer & { code: string }>('POST', `/api/tickets/${own.id}/transfer/withdraw`, { link: own.link });
  const mailsTo = async (to: string, word: string) => {
    await shop.settle();
    return (await shop.mails(to)).filter(({ subject, text }) => `${subject} ${text}`.includes(word));
  };
  return { shop, at, own, ask, agree, newest, takeBack, mailsTo };
}

test('asked by one’s own page, agreed to by whoever paid, taken: the money is the payer’s, and all hear of it', async () => {
  const { shop, at, ask, agree, mailsTo } = await scene();
  const asked = await ask('new@example.test');
  expect([asked.status, asked.body.transfer, asked.body.link]).toEqual([
    201,
    expect.objectContaining({ state: 'asked', askedByPerson: true }),
    null,
  ]);
  await shop.settle();
  expect(await shop.mails('new@example.test')).toEqual([]);
  const [mail] = await mailsTo('holder@example.test', 'Zustimmung');
  expect(mail?.text).toContain(`/orders/${at.orderId}/participants/${at.participantIds[0]}/transfer`);
  expect((await shop.deps.read.all<{ n: number }>('select count(*) n from place_takeovers'))[0]?.n).toBe(0);
  // Only the buyer can agree.
  expect((await agree(at.taker)).status).toBe(404);
  const agreed = await agree();
  expect([agreed.status, agreed.body.transfer?.state]).toEqual([200, 'offered']);
  expect((await agree()).body.code).toBe('TRANSFER_OVER');
  expect(await mailsTo('new@example.test', agreed.body.link ?? 'none')).toHaveLength(1);
  expect(await mailsTo('ana@example.test', agreed.body.link ?? 'none')).toHaveLength(1);
  const taken = await at.take(agreed.body, 3000);
  expect(taken.status).toBe(201);
  await at.pay(taken.body.orderId);
  const gone = await mailsTo('ana@example.test', 'gilt nicht mehr');
  expect(gone).toHaveLength(1);
  // The price is only visible to the buyer.
  expect(gone[0]?.text).not.toMatch(/25,00|Vogel|holder@/);
  expect((await mailsTo('holder@example.test', 'Startplatz weitergegeben'))[0]?.text).toContain('25,00');
  expect(await shop.deps.read.all('select email, person_email p from transfers')).toEqual([{ email: null, p: null }]);
  expect((await breaches(shop.deps.read)).filter((sentence) => /offer|place/.test(sentence))).toEqual([]);
});

test('without a script: the own page leads there, whoever paid sees what it means and agrees, and the link is on both', async () => {
  const { shop, at, own, mailsTo } = await scene({ mode: 'approval' });
  const guest = shop.visitor();
  const form = below(await (await guest.fetch(own.page)).text(), '/transfer');
  const asking = await (await guest.fetch(form)).text();
  expect(asking).toContain('Ohne ihre Zustimmung geht nichts hinaus');
  expect(asking).not.toContain('holder@example.test');
  expect((await guest.form(form, { email: 'no address' })).status).toBe(400);
  const done = await guest.form(form, { email: '' });
  expect([done.status, done.headers.get('location')]).toEqual([303, `${form}&done=asked`]);
  expect(await (await guest.fetch(form)).text()).toContain('Wartet auf Zustimmung');
  expect(await (await guest.fetch(own.page)).text()).toContain('Wartet auf Zustimmung');

  const offer = `/orders/${at.orderId}/participants/${at.participantIds[0]}/transfer`;
  expect(await (await at.holder.fetch(`/orders/${at.orderId}`)).text()).toContain('bittet um deine Zustimmung');
  const shown = await (await at.holder.fetch(offer)).text();
  expect(shown).toContain('Ana Huber möchte den Startplatz weitergeben');
  expect(shown).toContain('25,00');
  const [, transfer = ''] = /name="transfer" value="(\d+)"/.exec(shown) ?? [];
  expect((await at.taker.form(`${offer}/agree`, { transfer })).status).toBe(404);
  expect((await at.holder.form(`${offer}/agree`, { transfer: '' })).status).toBe(409);
  expect((await at.holder.form(`${offer}/agree`, { transfer })).headers.get('location')).toBe(`${offer}?done=agreed`);
  expect((await at.holder.form(`${offer}/agree`, { transfer })).status).toBe(409);
  // The organizer's rules apply to this offer.
  expect(await (await guest.fetch(form)).text()).toContain('Wartet auf den Veranstalter');
  const manage = `/admin/events/${at.race.eventId}/transfers`;
  expect((await at.organizer.form(`${manage}/1/approve`, {})).status).toBe(303);
  const link = /value="(http:\/\/shop\.test\/events[^"]+)"/;
  const [here] = [link.exec(await (await guest.fetch(form)).text())?.[1]];
  expect(here).toBe(link.exec(await (await at.holder.fetch(offer)).text())?.[1] ?? 'none');
  expect(await mailsTo('ana@example.test', (here ?? 'none').replaceAll('&amp;', '&'))).toHaveLength(1);
  // The buyer is redirected to their own page and needs no consent.
  expect((await at.holder.fetch(form)).headers.get('location')).toBe(offer);
  const back = below(await (await guest.fetch(form)).text(), '/transfer/withdraw');
  expect((await guest.form(back, {})).headers.get('location')).toBe(`${form}&done=withdrawn`);
  expect((await guest.form(back, {})).headers.get('location')).toBe(form);
  expect(await (await guest.fetch(`${form}&done=withdrawn`)).text()).toContain('Es bleibt dein Platz');
  expect(await mailsTo('holder@example.test', 'hat es sich anders überlegt')).toHaveLength(1);
  const history = await (await at.organizer.fetch(`/admin/orders/${at.orderId}`)).text();
  expect(history).toContain('auf der eigenen Seite darum gebeten');
  expect(history).toContain('Der Weitergabe eines Startplatzes wurde zugestimmt');
});

test('whoever has the link gives nothing away alone: not asked twice, not taken, not ended once somebody is about to pay', async () => {
  const { shop, at, own, ask, agree, takeBack } = await scene();
  await ask();
  const again = await ask();
  expect([again.status, again.body.details.reason]).toEqual([409, 'several']);
  expect((await at.offer()).body.details.reason).toBe('several');
  const wrong = { link: own.link.replace('signature=', 'signature=_'), email: null };
  expect((await shop.visitor().json('POST', `/api/tickets/${own.id}/transfer`, wrong)).status).toBe(404);
  const { body } = await agree();
  expect((await at.take(body, 3000)).status).toBe(201);
  expect((await takeBack()).body.code).toBe('TRANSFER_OVER');
  expect((await at.holder.json('DELETE', at.ownPath())).status).toBe(200);
  // Only the buyer can withdraw their offer; the participant sees no link.
  const offered = await at.offer();
  expect((await takeBack()).body.code).toBe('TRANSFER_OVER');
  const page = below(await (await shop.visitor().fetch(own.page)).text(), '/transfer');
  const html = await (await shop.visitor().fetch(page)).text();
  expect(html).toContain('Dein Platz wird gerade angeboten');
  expect(html).not.toContain((offered.body.link ?? 'none').slice(-20));
  expect(html).not.toContain('/transfer/withdraw');
});

test('what was taken back and asked anew for another address is not what whoever paid agreed to', async () => {
  const { ask, agree, newest, takeBack, mailsTo } = await scene();
  await ask('friend@example.test');
  const seen = await newest();
  expect((await takeBack()).status).toBe(200);
  expect((await ask('stranger@example.test')).status).toBe(201);
  expect((await agree(undefined, seen)).body.code).toBe('TRANSFER_OVER');
  expect(await mailsTo('stranger@example.test', '')).toEqual([]);
  expect((await agree()).status).toBe(200);
});

test('a link of before, an event without changes, and nobody to agree', async () => {
  const { shop, at, own, ask } = await scene();
  await shop.deps.write(({ tx }) => tx.run(`update users set email = 'desk-1' where email = 'holder@example.test'`));
  expect((await ask()).body.details.reason).toBe('nobody');
  expect(await (await shop.visitor().fetch(own.page)).text()).not.toContain('/transfer?');
  await shop.deps.write(({ tx }) => tx.run(`update users set email = 'holder@example.test' where email = 'desk-1'`));
  await shop.deps.write((work) => updateEvent(work, at.race.eventId, { noChangelink: true }));
  expect((await ask()).status).toBe(404);
  expect(await (await shop.visitor().fetch(own.page)).text()).not.toContain('/transfer?');
  await shop.deps.write((work) => updateEvent(work, at.race.eventId, { noChangelink: false }));
  const page = below(await (await shop.visitor().fetch(own.page)).text(), '/transfer');
  await shop.deps.write(({ tx }) => tx.run('update participants set link_version = link_version + 1'));
  expect((await ask()).status).toBe(404);
  expect((await shop.visitor().fetch(page)).status).toBe(410);
  expect((await shop.visitor().form(page, { email: '' })).status).toBe(410);
  expect(await shop.deps.read.all('select id from transfers')).toEqual([]);
});

test('no answer and no: whoever asked hears of it, whoever paid is not told what they never offered', async () => {
  const { shop, at, ask, mailsTo } = await scene();
  await ask();
  const own = `/orders/${at.orderId}/participants/${at.participantIds[0]}/transfer`;
  const said = await at.holder.form(`${own}/withdraw`, {});
  expect(said.headers.get('location')).toBe(`${own}?done=disagreed`);
  expect(await (await at.holder.fetch(`${own}?done=disagreed`)).text()).toContain('Die Bitte ist abgelehnt');
  expect(await mailsTo('ana@example.test', 'wird nicht weitergegeben')).toHaveLength(1);
  await ask('new@example.test');
  shop.clock.advance(days(8));
  await shop.settle();
  expect(await mailsTo('ana@example.test', 'nicht rechtzeitig übernommen')).toHaveLength(1);
  expect(await mailsTo('holder@example.test', 'abgelaufen')).toEqual([]);
  expect(await shop.mails('new@example.test')).toEqual([]);
  expect(await shop.deps.read.all('select state, email, person_email p from transfers order by id')).toEqual([
    { state: 'withdrawn', email: null, p: null },
    { state: 'lapsed', email: null, p: null },
  ]);
});

test('whoever asks again and again is held up, and whoever paid may still offer', async () => {
  const { at, ask, takeBack } = await scene();
  for (const _ of [1, 2, 3]) {
    expect((await ask()).status).toBe(201);
    await takeBack();
  }
  expect((await ask()).status).toBe(429);
  expect((await at.offer()).status).toBe(201);
});

test('of two agreements at once, and of an agreement and a taking back, one happens', async () => {
  const { shop, at, ask, agree, takeBack } = await scene();
  await ask();
  const both = await Promise.all([agree(), agree()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await takeBack();
  for (let round = 0; round < 3; round++) {
    shop.clock.advance(days(1));
    await ask();
    const [agreed, taken] = await Promise.all([agree(), takeBack()]);
    const [last] = await shop.deps.read.all<{ state: string }>('select state from transfers order by id desc limit 1');
    expect([taken.status, last?.state]).toEqual([200, 'withdrawn']);
    if (agreed.status === 200) expect((await at.take(agreed.body, 3000)).status).toBe(409);
    else expect(agreed.body.code).toBe('TRANSFER_OVER');
  }
  // Without withdrawal, the same link takes the place.
  await ask();
  expect((await at.take((await agree()).body, 3000)).status).toBe(201);
});

test('who asked and at which address goes with the account of whoever paid', async () => {
  const { shop, ask } = await scene();
  await ask('new@example.test');
  const [holder] = await shop.deps.read.all<{ id: number }>("select id from users where email = 'holder@example.test'");
  const found = await transferData.collect(shop.deps.read, Number(holder?.id));
  expect(found).toMatchObject({ transfers: [{ heldBy: 'Ana Huber', state: 'asked', askedByPerson: true }] });
  await shop.deps.write((work) => transferData.erase(work, Number(holder?.id)));
  expect(await shop.deps.read.all('select state, email, person_email p, held_by h from transfers')).toEqual([
    { state: 'withdrawn', email: null, p: null, h: '' },
  ]);
});
