import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { updateArticle } from '#modules/events/articles/save-articles.ts';
import { updateEvent } from '#modules/events/index.ts';
import { orderOf, signedOrderLink } from '#modules/orders/index.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { hours, minutes } from '#src/kernel/time.ts';
import { soldOutSize } from './testing.ts';

const plain = (html: string) => html.replaceAll('<!-- -->', '').replaceAll(/\u00a0/g, ' ');

describe('joining', () => {
  test('a buyer waits for a sold-out size for somebody of the order, is told where, and waits once', async () => {
    const { waits, join, mails, linkOf, visitor, take } = await soldOutSize();
    const first = await waits();
    expect([first.joined.status, first.joined.body]).toEqual([201, { state: 'waiting', position: 1 }]);
    const second = await waits({ places: 2 });
    expect(second.joined.body).toEqual({ state: 'waiting', position: 2 });
    expect((await join(first.caller, first.orderId)).body.code).toBe('WAITLIST_ALREADY_ON_IT');
    const [mail] = await mails(second.email);
    expect(mail?.subject).toBe('Du stehst auf der Warteliste für Donaulauf');
    expect(mail?.text).toContain('Du wartest auf 2 Stück: Finisher-Shirt, M bei Donaulauf, für Zoë Wałęsa');
    const page = plain(await (await visitor().fetch(await linkOf(second.email))).text());
    expect(page).toContain('Du bist an Position 2.');
    expect(page).toContain('Finisher-Shirt, M');
    // Nothing was offered, so there is nothing to take; and nobody else's order is theirs.
    expect((await take(first)).body.code).toBe('WAITLIST_NO_PLACES');
    expect((await join(second.caller, first.orderId)).status).toBe(404);
    expect((await take({ ...first, caller: second.caller })).status).toBe(404);
    expect((await take({ ...first, entryId: second.entryId })).status).toBe(404);
  });

  test('nobody waits for what can be ordered, without a tick, beyond the limits, or for a canceled order', async () => {
    const { waits, join, office, race, deps, setStock, bookWith, login, settle } = await soldOutSize();
    const { eventId, shirtId } = race;
    const buyer = await login('buyer@example.test');
    const { orderId } = (await bookWith(buyer, 0)).body;
    await setStock(1);
    expect((await join(buyer, orderId)).body.details?.reason).toBe('notSoldOut');
    await setStock(0);
    for (const places of [0, 1.5, 101]) expect((await join(buyer, orderId, { places })).status).toBe(400);
    expect((await join(buyer, orderId, { places: 3 })).body.code).toBe('ORDERED_TOO_MANY_ARTICLES');
    const less = { minAmountPerParticipant: 2 };
    await office.json('PATCH', `/api/admin/articles/${shirtId}`, less);
    expect((await join(buyer, orderId, { places: 1 })).body.code).toBe('ORDERED_NOT_ENOUGH_ARTICLES');
    await office.json('PATCH', `/api/admin/articles/${shirtId}`, { minAmountPerParticipant: 0 });
    for (const unknown of [{ variantId: 999 }, { participantId: 999 }])
      expect((await join(buyer, orderId, unknown)).status).toBe(404);
    await deps.write((work) => updateArticle(work, shirtId, { hasWaitlist: false }));
    expect((await join(buyer, orderId)).status).toBe(404);
    await deps.write((work) => updateArticle(work, shirtId, { hasWaitlist: true, type: 'donation' }));
    expect((await join(buyer, orderId)).status).toBe(404);
    await deps.write((work) => updateArticle(work, shirtId, { type: 'normal' }));
    await deps.write((work) => updateEvent(work, eventId, { offerHours: null }));
    expect((await join(buyer, orderId)).status).toBe(404);
    await deps.write((work) => updateEvent(work, eventId, { offerHours: 24 }));
    await buyer.json('PATCH', `/api/orders/${orderId}/cancel`);
    await settle();
    expect((await join(buyer, orderId)).status).toBe(404);
    expect((await waits()).joined.status).toBe(201);
  });

  test('the page of the order says what is sold out, and its form joins the list', async () => {
    const { waits, race, variantId, login, bookWith, statesOf, personOf, shop } = await soldOutSize();
    const buyer = await login('buyer@example.test');
    const { orderId } = (await bookWith(buyer, 0)).body;
    const path = `/orders/${orderId}/participants/${await personOf(orderId)}/waitlist/${variantId}`;
    const page = plain(await (await buyer.fetch(`/orders/${orderId}`)).text());
    expect(page).toContain('Finisher-Shirt, M ist ausverkauft: darauf warten');
    expect(page).toContain(`href="${path}"`);
    expect(plain(await (await buyer.fetch(path)).text())).toContain('Auf Finisher-Shirt, M warten');
    const wrong = await buyer.form(path, { places: '99' });
    expect([wrong.status >= 400, plain(await wrong.text()).includes('Möglich sind 1 bis 2 Stück.')]).toEqual([
      true,
      true,
    ]);
    const joined = await buyer.form(path, { places: '1' });
    expect([joined.status, joined.headers.get('location')?.startsWith('/waitlist/')]).toEqual([303, true]);
    expect(await statesOf()).toEqual(['waiting']);
    expect(plain(await (await buyer.fetch(`/orders/${orderId}`)).text())).toContain(
      'Du wartest auf Finisher-Shirt, M</a><span class="soft"> Position 1',
    );
    // Of what is left nothing can be waited for.
    expect(plain(await (await buyer.fetch(`/orders/${orderId}`)).text())).not.toContain('Auf diese kannst du warten');
    // Whoever asks again is led to where they stand; a stranger to nothing.
    expect((await buyer.fetch(path)).headers.get('location')).toContain('/waitlist/');
    expect((await shop.visitor().fetch(path)).status).not.toBe(200);
    expect((await (await waits()).caller.fetch(path)).status).toBe(404);
    const { body } = await buyer.json<{ open: object[]; entries: object[] }>('GET', `/api/orders/${orderId}/waitlist`);
    expect(body.open).toMatchObject([{ articleId: race.shirtId, variantId, price: 2500, least: 1, most: 2 }]);
    expect(body.entries).toMatchObject([{ variantId, state: 'waiting', position: 1, offerUntil: null }]);
  });

  test('of several people each may be waited for, and who has all that one may is not among them', async () => {
    const { race, variantId, login, shop, office } = await soldOutSize();
    const buyer = await login('buyer@example.test');
    const runners = ['Ana', 'Bea', 'Cora'].map((firstName) => runner({ firstName, lastName: 'Huber' }));
    const booking = bookingOf(race, runners);
    const { body } = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, booking);
    const path = `/orders/${body.orderId}`;
    const people = await shop.deps.read.all<{ id: number }>(
      sql`select id from participants where order_id = ${body.orderId} order by id`,
    );
    const [ana, bea] = people.map(({ id }) => id);
    const join = { participantId: ana, variantId, places: 1 };
    expect((await buyer.json('POST', `/api${path}/waitlist`, join)).status).toBe(201);
    const other = { articleId: race.shirtId, variantId: 0, quantity: 2, participantId: bea };
    const more = await office.json<{ articleVariant: { id: number } }>(
      'POST',
      `/api/admin/article-variants/${race.shirtId}`,
      { name: 'L', availableAmount: 5 },
    );
    await office.json('POST', `/api/admin${path}/articles/add-free`, {
      ...{ ...other, variantId: more.body.articleVariant.id },
    });
    const page = plain(await (await buyer.fetch(path)).text());
    expect(page).toContain('Du wartest für Ana Huber auf Finisher-Shirt, M</a><span class="soft"> Position 1');
    expect(page).toMatch(
      /Finisher-Shirt, M ist ausverkauft\. Darauf warten für: <span><a href="[^"]+">Cora Huber<\/a><\/span><\/li>/,
    );
  });

  test('the link that was mailed proves the mailbox; who only typed the address is asked by a mail', async () => {
    const at = await soldOutSize();
    const { visitor, bookWith, join, linkOf, settle, statesOf, mails, personOf, variantId, deps, race } = at;
    const guest = visitor();
    await guest.json('POST', '/api/auth/code/unauthenticated-login', {
      email: 'typed@example.test',
      eventId: race.eventId,
    });
    const { orderId } = (await bookWith(guest, 0)).body;
    await settle();
    const asked = await join(guest, orderId);
    expect([asked.status, asked.body]).toEqual([201, { state: 'asked', position: null }]);
    await settle();
    expect((await mails('typed@example.test'))[0]?.text).toContain('Finisher-Shirt, M bei Donaulauf, für Zoë');
    const link = await linkOf('typed@example.test');
    await visitor().form(link.replace('?', '/confirm?'), {});
    expect(await statesOf()).toEqual(['waiting']);
    await visitor().form(link.replace('?', '/leave?'), {});
    expect(await statesOf()).toEqual(['left']);
    const order = (await orderOf(deps.read, orderId)) ?? expect.fail();
    const view = signedOrderLink(deps, order);
    const phone = visitor();
    const page = plain(await (await phone.fetch(view)).text());
    const path = /href="(\/orders\/\d+\/view\/waitlist\/[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(path).toContain(`/view/waitlist/${await personOf(orderId)}/${variantId}?`);
    expect((await phone.fetch(path)).status).toBe(200);
    expect((await phone.fetch(path.replace(/signature=./, 'signature=_'))).status).toBe(404);
    const joined = await phone.form(path, { places: '1' });
    expect(joined.headers.get('location')).toContain('/waitlist/');
    expect(await statesOf()).toEqual(['left', 'waiting']);
  });
});

describe('a size that comes free', () => {
  test('goes to the first in line and to nobody else, in whatever way somebody asks for it', async () => {
    const at = await soldOutSize();
    const { waits, free, bookWith, login, statesOf, stockOf, office, race, variantId, visitor, mails } = at;
    const [first, second] = [await waits(), await waits()];
    expect(await stockOf()).toEqual([1, 1, 1]);
    await free();
    expect(await statesOf()).toEqual(['offered', 'waiting']);
    expect((await mails(first.email))[0]?.subject).toBe(
      'Wieder da bei Donaulauf: für dich bis Dienstag, 3. März 2026, 12:00 Uhr',
    );
    expect((await mails(first.email))[0]?.text.replaceAll(/\u00a0/g, ' ')).toContain('Es kostet 25,00 €');
    const walkIn = await login('walk@example.test');
    expect((await bookWith(walkIn, 1)).body.code).toBe('RESERVING_ARTICLES_FAILED');
    const shown = await visitor().json<{ event: { articles: { variants: { availableAmount: number }[] }[] } }>(
      'GET',
      `/api/events/${race.eventId}`,
    );
    expect(shown.body.event.articles[0]?.variants[0]?.availableAmount).toBe(0);
    const given = await office.json<{ code: string }>('POST', `/api/admin/orders/${second.orderId}/articles/add-free`, {
      ...{ participantId: second.participantId, articleId: race.shirtId, variantId, quantity: 1 },
    });
    expect(given.body.code).toBe('RESERVING_ARTICLES_FAILED');
    expect((await at.take(second)).body.code).toBe('WAITLIST_NO_PLACES');
    expect((await at.take(first)).status).toBe(204);
    expect(await statesOf()).toEqual(['bought', 'waiting']);
    expect(await stockOf()).toEqual([1, 1, 1]);
    expect((await at.take(first)).body.code).toBe('WAITLIST_NO_PLACES');
  });

  test('that nobody takes goes on when its time is over, and at last to everybody', async () => {
    const { waits, free, clock, settle, statesOf, take, bookWith, login, stockOf, mails } = await soldOutSize();
    const [first, second] = [await waits(), await waits()];
    await free();
    clock.advance(hours(24));
    // Whatever the job has seen of it: the hour is over.
    expect((await take(first)).body.code).toBe('WAITLIST_NO_PLACES');
    await settle();
    expect(await statesOf()).toEqual(['lapsed', 'offered']);
    expect((await mails(first.email))[0]?.text).toContain('auf der Seite deiner Bestellung wieder auf die Liste');
    clock.advance(hours(25));
    await settle();
    expect(await statesOf()).toEqual(['lapsed', 'lapsed']);
    expect(await stockOf()).toEqual([0, 1, 0]);
    expect((await bookWith(await login('walk@example.test'), 1)).status).toBe(201);
    expect(second.joined.status).toBe(201);
  });

  test('every mail about it leads where its buttons say, and the last one to the order', async () => {
    const { waits, free, clock, settle, mails, visitor } = await soldOutSize();
    const first = await waits();
    await waits();
    await free();
    clock.advance(hours(24));
    await settle();
    const seen = [];
    for (const { subject, text } of (await mails(first.email)).filter(({ text }) => text.includes('Finisher-Shirt, M')))
      for (const [, path = ''] of text.matchAll(/http:\/\/shop\.test(\/(?:waitlist|orders)\/\S+)/g)) {
        const page = await visitor().fetch(path);
        seen.push([subject.split(' ')[0], path.replace(/\d+|\?.*/g, ''), page.status]);
        if (path.startsWith('/orders')) expect(plain(await page.text())).toContain('darauf warten');
      }
    expect(seen).toEqual([
      ['Dein', '/orders//view', 200],
      ['Wieder', '/waitlist/', 200],
      ['Wieder', '/waitlist//leave', 200],
      ['Du', '/waitlist/', 200],
      ['Du', '/waitlist//leave', 200],
    ]);
  });

  test('is taken back, of those who were offered theirs last, when the organizer lowers the stock', async () => {
    const { waits, setStock, settle, statesOf, stockOf, mails, take } = await soldOutSize();
    const [first, second] = [await waits(), await waits()];
    await setStock(2);
    await settle();
    expect(await statesOf()).toEqual(['offered', 'offered']);
    await setStock(1);
    // Before anybody has heard of it, too: the first one keeps theirs.
    expect((await take(second)).body.code).toBe('WAITLIST_NO_PLACES');
    await settle();
    expect(await statesOf()).toEqual(['offered', 'waiting']);
    expect((await mails(second.email))[0]?.text).toContain('den Bestand geändert');
    expect((await take(first)).status).toBe(204);
    expect(await stockOf()).toEqual([2, 2, 1]);
    await setStock(1);
    await settle();
    expect(await statesOf()).toEqual(['bought', 'offered']);
  });

  test('several pieces go together, and who waits for more than there is is passed over', async () => {
    const { waits, setStock, settle, statesOf, take, moneyOf } = await soldOutSize();
    const pair = await waits({ places: 2 });
    await waits();
    await setStock(1);
    await settle();
    expect(await statesOf()).toEqual(['waiting', 'offered']);
    await setStock(3);
    await settle();
    expect(await statesOf()).toEqual(['offered', 'offered']);
    expect((await take(pair, 5000)).status).toBe(204);
    expect(await moneyOf(pair.orderId)).toMatchObject({ total: 8150, open: 5000 });
  });

  test.each([
    ['the tick is taken away', 'closed', 'off'],
    ['the event has no lists any more', 'closed', 'off'],
    ['the order is canceled', 'closed', null],
    ['the size is deleted', 'closed', 'off'],
    ['the race is over', 'closed', 'over'],
  ])('its list ends: %s', async (how, state, reason) => {
    // Only a size that nobody ever had can be deleted.
    const at = await soldOutSize({ shirts: how === 'the size is deleted' ? 0 : 1 });
    const { waits, office, race, deps, variantId, statesOf, settle, clock, stockOf, mails } = at;
    const first = await waits();
    const { eventId, shirtId } = race;
    if (how === 'the tick is taken away')
      await office.json('PATCH', `/api/admin/articles/${shirtId}`, { hasWaitlist: false });
    else if (how === 'the event has no lists any more')
      await deps.write((work) => updateEvent(work, eventId, { offerHours: null }));
    else if (how === 'the order is canceled')
      await office.json('PATCH', `/api/admin/orders/${first.orderId}/cancel`, {});
    else if (how === 'the size is deleted') await office.json('DELETE', `/api/admin/article-variants/${variantId}`);
    else clock.advance(hours(24 * 70));
    clock.advance(minutes(2));
    await settle();
    expect(await statesOf()).toEqual([state]);
    if (how !== 'the size is deleted') expect((await stockOf())[2]).toBe(0);
    const ends = (await mails(first.email)).filter(({ subject }) =>
      /Warteliste .* beendet|Warteliste .* zu Ende/i.test(subject),
    );
    expect(ends.length).toBe(reason === null ? 0 : 1);
  });

  test('the organizer sees the line, offers by hand, gives more pieces into it and takes somebody off', async () => {
    const { waits, office, race, variantId, statesOf, settle, setStock, deps } = await soldOutSize();
    const [pair, second] = [await waits({ places: 2 }), await waits()];
    const path = `/api/admin/events/${race.eventId}`;
    const more = await office.json('POST', `${path}/waitlist-places`, { variantId, count: 1 });
    expect(more.status).toBe(204);
    await settle();
    expect(await statesOf()).toEqual(['waiting', 'offered']);
    await setStock(0);
    await settle();
    expect(await statesOf()).toEqual(['waiting', 'waiting']);
    expect((await office.json('POST', `${path}/waitlist/${second.entryId}/offer`)).status).toBe(409);
    const list = await office.json<{ rows: object[]; tallies: object[] }>('GET', `${path}/waitlist`);
    expect(list.body.rows).toMatchObject([
      { variantId, size: 'Finisher-Shirt, M', orderId: pair.orderId, participantId: pair.participantId, places: 2 },
      { variantId, places: 1 },
    ]);
    expect(list.body.tallies).toEqual([
      { competitionId: null, priceId: null, variantId, state: 'waiting', people: 2, places: 3 },
    ]);
    const page = plain(await (await office.fetch(`/admin/events/${race.eventId}/waitlist`)).text());
    expect(page).toContain('2 (3 Stück)');
    expect(page).toContain(`<option value="v${variantId}"`);
    expect(page).toMatch(new RegExp(`<option value="${variantId}">Finisher-Shirt, M</option>`));
    const { body: large } = await office.json<{ articleVariant: { id: number } }>(
      'POST',
      `/api/admin/article-variants/${race.shirtId}`,
      { name: 'L', availableAmount: 0 },
    );
    const ofSize = async (id: number) =>
      plain(await (await office.fetch(`/admin/events/${race.eventId}/waitlist?size=${id}`)).text());
    expect(await ofSize(variantId)).toContain('role="status">2 Einträge<');
    expect(await ofSize(large.articleVariant.id)).toContain('Kein Eintrag passt zur Auswahl.');
    const places = `/admin/events/${race.eventId}/waitlist/places`;
    for (const count of ['0', '', 'zwei', '10001']) {
      const wrong = await office.form(places, { competition: `v${variantId}`, count });
      const again = plain(await wrong.text());
      expect([count, wrong.status, again.includes('Möglich sind 1 bis 10.000.')]).toEqual([count, 400, true]);
      expect(again).toContain(`value="${count}"`);
    }
    const added = await office.form(places, { competition: `v${variantId}`, count: '1' });
    expect(added.headers.get('location')).toContain('done=added');
    await settle();
    expect((await office.json('POST', `${path}/waitlist/${second.entryId}/remove`)).status).toBe(204);
    await settle();
    expect(await statesOf()).toEqual(['waiting', 'removed']);
    const bad = [{ count: 1 }, { variantId, competitionId: race.runId, count: 1 }, { variantId: 999, count: 1 }];
    const answers = await Promise.all(bad.map((body) => office.json('POST', `${path}/waitlist-places`, body)));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 404]);
    const history = await deps.read.all<{ name: string }>(
      sql`select name from event_audits where kind = 'waitlist' order by id`,
    );
    expect(history.map(({ name }) => name)).toEqual(['Finisher-Shirt, M']);
  });
});
