import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { changeParticipant, orderOf, peopleOf } from '#modules/orders/index.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { days, hours, minutes } from '#src/kernel/time.ts';
import { breaches } from '#tests/season/invariants.ts';
import { testShop } from '#tests/support/shop.ts';
import { endTurn } from './send-offers.ts';
import { newcomer, openTransfers } from './testing.ts';

/** A sold-out run with a paid order of Ana and `people` waiting-list entries. It is noon in Vienna. */
async function withLine(people: number, settings: Record<string, unknown> = {}) {
  const shop = await testShop({ now: '2026-03-02T11:00:00Z' });
  const at = await openTransfers(shop, { lineFirst: true, ...settings });
  const { eventId, runId } = at.race;
  await shop.deps.write((work) => updateEvent(work, eventId, { offerHours: 24 }));
  const rest = bookingOf(at.race, [runner({ lastName: 'Rest' }), runner({ lastName: 'Rast' })]);
  const sold = await at.organizer.json<{ orderId: number }>('POST', `/api/events/${eventId}/book`, rest);
  await at.pay(sold.body.orderId);
  const line = [];
  for (let n = 1; n <= people; n += 1) {
    const email = `line${n}@example.test`;
    const caller = await shop.login(email);
    const joined = await caller.json('POST', `/api/events/${eventId}/waitlist`, { competitionId: runId });
    expect(joined.status).toBeLessThan(300);
    await shop.settle();
    line.push({ email, caller });
  }
  const mailsOf = async (email: string, about: RegExp) =>
    (await shop.mails(email)).filter(({ subject }) => about.test(subject));
  const turnOf = async (email: string) => {
    const [mail] = await mailsOf(email, /^Du bist dran/);
    return mail && (/http:\/\/shop\.test\/events\/\d+\/transfers\/\S+/.exec(mail.text)?.[0] ?? null);
  };
  const states = async () =>
    (await shop.deps.read.all<{ state: string }>('select state from waitlist_entries order by id')).map(
      ({ state }) => state,
    );
  const transfer = async () =>
    (
      await shop.deps.read.all<{ state: string; entry: number | null; version: number }>(
        'select state, line_entry_id entry, link_version version from transfers order by id desc limit 1',
      )
    )[0];
  return { ...at, shop, line, mailsOf, turnOf, states, transfer };
}
const pathOf = (link: string | null | undefined) => (link ?? expect.fail('no link')).replace('http://shop.test', '');

test('the waiting list is asked one after the other; who turns it down keeps the position, who takes it leaves the list', async () => {
  const at = await withLine(3);
  const { shop, line } = at;
  const own = await (await at.holder.fetch(at.ownPath().replace('/api', ''))).text();
  expect(own).toContain('fragen wir zuerst auf der Warteliste');
  const offered = await at.offer('friend@example.test');
  expect([offered.status, offered.body.link]).toEqual([201, null]);
  await shop.settle();
  // Only the first entry is notified; friend and holder have no link.
  const first = await at.turnOf('line1@example.test');
  expect(first).toBeTruthy();
  expect([await at.turnOf('line2@example.test'), (await shop.mails('friend@example.test')).length]).toEqual([
    undefined,
    0,
  ]);
  const page = await (await shop.visitor().fetch(pathOf(first))).text();
  expect(page).toContain('als Nächstes dran');
  const waits = await (await at.holder.fetch(at.ownPath().replace('/api', ''))).text();
  expect(waits).toContain('Die Warteliste ist dran');
  expect(waits).not.toContain('name="link"');

  const [path = '', query = ''] = pathOf(first).split('?');
  const declined = await shop.visitor().form(`${path}/decline?${query}`, {});
  expect(await (await shop.visitor().fetch(declined.headers.get('location') ?? '')).text()).toContain(
    'Du behältst deinen Rang',
  );
  await shop.settle();
  expect(await at.states()).toEqual(['waiting', 'waiting', 'waiting']);
  // The previous link is invalid.
  expect((await shop.visitor().fetch(pathOf(first))).status).toBe(410);
  const id = offered.body.transfer?.id;
  const again = await shop.visitor().json('POST', `/api/transfers/${id}/decline`, { link: first });
  expect(again.status).toBe(409);
  const second = await at.turnOf('line2@example.test');
  expect(second).toBeTruthy();
  shop.clock.advance(hours(24) + minutes(2));
  const late = await at.take({ transfer: { id: id ?? 0, state: '', newOrderId: null }, link: second ?? '' }, 3000);
  expect(late.body.code).toBe('TRANSFER_OVER');
  await shop.settle();
  const third = await at.turnOf('line3@example.test');
  const taken = await at.take(
    { transfer: { id: id ?? 0, state: '', newOrderId: null }, link: third ?? '' },
    3000,
    newcomer(),
    line[2]?.caller,
  );
  expect(taken.status).toBe(201);
  await at.pay(taken.body.orderId);
  expect(await at.states()).toEqual(['waiting', 'waiting', 'bought']);
  const order = (await orderOf(shop.deps.read, taken.body.orderId)) ?? expect.fail();
  expect(peopleOf(order)[0]?.person.lastName).toBe('Vogel');
  expect((await at.mailsOf('holder@example.test', /weitergegeben/)).length).toBe(1);
});

test('whose turn it is when the order is canceled hears so, and keeps the position', async () => {
  const at = await withLine(2);
  await at.offer('friend@example.test');
  await at.shop.settle();
  await at.organizer.json('PATCH', `/api/admin/orders/${at.orderId}/cancel`);
  await at.shop.settle();
  const gone = async (who: string) => at.mailsOf(who, /^Nicht mehr zu haben/);
  const [told, ...more] = await gone('line1@example.test');
  expect([told?.text.includes('Deinen Rang auf der Warteliste behältst du.'), more]).toEqual([true, []]);
  expect([await gone('friend@example.test'), await gone('line2@example.test')]).toEqual([[], []]);
});

test('nobody of the list wants it: the holder has the link, its whole time, and the friend the mail', async () => {
  const at = await withLine(1);
  const { shop } = at;
  await at.offer('friend@example.test');
  await shop.settle();
  shop.clock.advance(hours(24) + minutes(2));
  await shop.settle();
  const [done] = await at.mailsOf('holder@example.test', /^Dein Link zum Weitergeben/);
  const [toFriend] = await at.mailsOf('friend@example.test', /^Startplatz für dich/);
  const { body } = await at.holder.json<{ link: string; transfer: { until: string } }>('GET', at.ownPath());
  expect(done?.text).toContain(body.link);
  expect(toFriend?.text).toContain(body.link);
  expect(Date.parse(body.transfer.until) - shop.clock()).toBe(days(7));
  expect((await shop.visitor().fetch(pathOf(body.link))).status).toBe(200);
  expect(await at.states()).toEqual(['waiting']);
});

test('a place that cannot be passed on any more promises nobody anything when the turn is over', async () => {
  const at = await withLine(1);
  const { shop } = at;
  await at.offer('friend@example.test');
  await shop.settle();
  await at.set({ mode: 'off' });
  shop.clock.advance(hours(24) + minutes(2));
  await shop.settle();
  expect(await at.mailsOf('holder@example.test', /^Dein Link zum Weitergeben/)).toEqual([]);
  expect(await shop.mails('friend@example.test')).toEqual([]);
  expect(await at.transfer()).toMatchObject({ state: 'offered', entry: null });
});

test('who leaves the list loses the turn, and a wish for two is not asked about one', async () => {
  const at = await withLine(2);
  const { shop } = at;
  await shop.deps.write(({ tx }) => tx.run('update waitlist_entries set places = 2 where id = 2'));
  await at.offer();
  await shop.settle();
  expect((await at.transfer())?.entry).toBe(1);
  await shop.deps.write(({ tx }) =>
    tx.run(`update waitlist_entries set state = 'left', ended_at = ${shop.clock()} where id = 1`),
  );
  shop.clock.advance(minutes(2));
  await shop.settle();
  expect(await at.transfer()).toMatchObject({ state: 'offered', entry: null, version: 2 });
});

test('an approved offer goes to the line first, and says so to its holder', async () => {
  const at = await withLine(1, { mode: 'approval' });
  const { shop } = at;
  const { body } = await at.offer();
  await at.organizer.json('POST', `${at.path}/${body.transfer?.id}/approve`, {});
  await shop.settle();
  expect(await at.turnOf('line1@example.test')).toBeTruthy();
  const [approved] = await at.mailsOf('holder@example.test', /^Weitergabe erlaubt/);
  expect(approved?.text).toContain('Zuerst fragen wir auf der Warteliste');
  expect(approved?.text).not.toContain('/transfers/');
});

test('a turn that ends while its order is written has one winner', async () => {
  const at = await withLine(1);
  const { shop, line } = at;
  const { body } = await at.offer();
  await shop.settle();
  const link = (await at.turnOf('line1@example.test')) ?? '';
  const id = body.transfer?.id ?? 0;
  const [taken, ended] = await Promise.all([
    at.take({ transfer: { id, state: '', newOrderId: null }, link }, 3000, newcomer(), line[0]?.caller),
    shop.deps.write((work) => endTurn(work, id, 'declined')),
  ]);
  expect([taken.status === 201, ended !== null].filter(Boolean)).toHaveLength(1);
  expect((await breaches(shop.deps.read)).filter((sentence) => /place|stock|sold/.test(sentence))).toEqual([]);
});

test('without anybody in line, and where nobody asked for it, the holder has the link at once', async () => {
  const alone = await withLine(0);
  expect((await alone.offer()).body.link).toBeTruthy();
  const off = await withLine(1, { lineFirst: false });
  expect((await off.offer()).body.link).toBeTruthy();
  await off.shop.settle();
  expect(await off.turnOf('line1@example.test')).toBeUndefined();
});

test('a turn ends when the organizer names another person for the place, and the first in line is told', async () => {
  const at = await withLine(1);
  await at.offer();
  await at.shop.settle();
  expect((await at.transfer())?.state).toBe('offered');
  const change = { firstName: 'Karl', lastName: 'Moser' };
  const place = { orderId: at.orderId, participantId: at.participantIds[0] ?? 0 };
  await at.shop.deps.write((work) => changeParticipant(work, { ...place, change, editorId: 1, by: 'organizer' }));
  await at.shop.settle();
  expect((await at.transfer())?.state).toBe('withdrawn');
  expect(await at.mailsOf('line1@example.test', /^Nicht mehr zu haben/)).toHaveLength(1);
  expect(await at.states()).toEqual(['waiting']);
});
