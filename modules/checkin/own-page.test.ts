import { expect, test } from 'vitest';
import { createFormField, updateEvent } from '#modules/events/index.ts';
import { cancelOrder, changeParticipant, orderOf, setBib } from '#modules/orders/index.ts';
import { markPaid, openCancellationRefund, setOrderStatus } from '#modules/payments/index.ts';
import { order, race } from '#modules/payments/testing.ts';
import { present } from '#src/kernel/assert.ts';
import { days } from '#src/kernel/time.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { shown } from '#tests/support/shown.ts';

const zoe = { firstName: 'Zoë', lastName: 'Wałęsa', email: 'zoe@runner.example' };
const jo = { firstName: 'Jörg', lastName: 'Groß', email: 'jo@runner.example' };

async function peopleOf(shop: TestShop, orderId: number) {
  const placed = present(await orderOf(shop.deps.read, orderId), 'it was just placed');
  return placed.competitions.flatMap(({ teams }) => teams).flatMap(({ participants }) => participants);
}
const pay = (shop: TestShop, orderId: number) => shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
const linkIn = (text: string, path: RegExp) =>
  present(
    text.match(/http:\/\/shop\.test(\/tickets\/\S+)/g)?.find((link) => path.test(link)),
    'a link',
  ).slice(16);
const ownLink = (text: string) => linkIn(text, /tickets\/\d+\?/);
const form = { firstName: 'Zoë', lastName: 'Wałęsa', birthDate: '', gender: '', nationalityCountryCode: '' };

test('the link shows and changes own data; a new address gets a new link and voids the old one', async () => {
  const shop = await testShop();
  const { eventId, competitionId } = await race(shop);
  const fieldId = await shop.deps.write((work) =>
    createFormField(work, eventId, { name: { de: 'Verein', en: 'Club' }, type: 'text', isRequired: false }),
  );
  const orderId = await order(shop, { eventId, competitionId }, { people: [zoe, jo] });
  await pay(shop, orderId);
  await shop.settle();
  const [mail] = await shop.mails(zoe.email);
  expect(mail?.text).toContain('Ada Berger hat dich angemeldet.');
  expect(mail?.text).toContain('http://shop.test/data-protection');
  const first = ownLink(mail?.text ?? '');
  const change = linkIn(mail?.text ?? '', /\/change\?/);
  const guest = shop.visitor();

  const page = await guest.fetch(first);
  expect(page.status).toBe(200);
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  expect(page.headers.get('cache-control')).toBe('private, no-store');
  expect(page.headers.get('x-robots-tag')).toContain('noindex');
  const html = shown(await page.text());
  expect(html).toContain('zoe@runner.example');
  expect(html).not.toMatch(/Jörg|Groß|jo@runner|buyer@runner|Berger/);

  const wrong = { ...form, lastName: '', birthDate: 'gestern', email: 'zoe@', [`fields.${fieldId}`]: 'LC <Linz>' };
  const refused = await guest.form(change, wrong);
  expect(refused.status).toBe(400);
  const again = await refused.text();
  for (const inputValue of ['value="gestern"', 'value="zoe@"', 'value="LC &lt;Linz&gt;"'])
    expect(again).toContain(inputValue);
  expect(again.match(/class="field-error"/g)).toHaveLength(3);
  // The summary leads down the page.
  const summary = /error-summary[\s\S]*?<\/ul>/.exec(again)?.[0] ?? '';
  expect([...summary.matchAll(/href="#field-(\w+)"/g)].map(([, name]) => name)).toEqual([
    'lastName',
    'birthDate',
    'email',
  ]);
  // Without an address the page could not be opened again.
  expect((await guest.form(change, { ...form, email: '' })).status).toBe(400);
  const unsigned = change.replace(/signature=./, 'signature=_');
  expect((await guest.form(unsigned, { ...form, email: zoe.email })).status).toBe(404);

  const done = await guest.form(change, {
    ...form,
    email: zoe.email,
    birthDate: '1.5.1994',
    [`fields.${fieldId}`]: 'LC',
  });
  expect(done.status).toBe(303);
  expect(await (await guest.fetch(done.headers.get('location') ?? '')).text()).toContain('01.05.1994');
  const [person] = await peopleOf(shop, orderId);
  expect(person).toMatchObject({
    birthDate: '1994-05-01',
    formFieldsSelected: [{ fieldId, value: 'LC' }],
    linkVersion: 0,
  });

  await guest.form(change, { ...form, firstName: 'Eva', lastName: 'Neu', email: 'eva@runner.example' });
  await shop.settle();
  const [fresh, ...others] = await shop.mails('eva@runner.example');
  expect(others).toEqual([]);
  const [notice, before] = await shop.mails(zoe.email);
  expect(before?.id).toBe(mail?.id);
  expect(notice?.subject).toBe('Deine Startkarte gilt nicht mehr: Donaulauf');
  expect(notice?.text).not.toMatch(/Eva|Neu\b|eva@/);
  for (const old of [first, change, first.replace('?', '/pdf?')]) {
    const answer = await guest.fetch(old);
    // A link of another path is no link at all.
    expect(answer.status).toBe(old.includes('/pdf') ? 404 : 410);
    expect(await answer.text()).not.toMatch(/Eva|eva@|Donaulauf/);
  }
  // Who changed it comes back by that link and learns that it worked.
  const saved = await (await guest.fetch(`${first}&saved`)).text();
  expect(saved).toContain('Deine Angaben sind gespeichert');
  expect(saved).not.toMatch(/Eva|eva@|Donaulauf/);
  const own = ownLink(fresh?.text ?? '');
  expect(await (await guest.fetch(own)).text()).toContain('Eva Neu');
  expect((await guest.fetch(own.replace('link=1&', ''))).status).toBe(404);
  // The way there and back: each address has the link of its time.
  await shop.deps.write((work) =>
    changeParticipant(work, {
      orderId,
      participantId: person?.id as number,
      change: { email: zoe.email },
      editorId: 1,
      by: 'organizer',
    }),
  );
  await shop.settle();
  expect((await shop.mails(zoe.email)).length).toBe(3);
  expect((await guest.fetch(own)).status).toBe(410);
  expect((await guest.fetch(first)).status).toBe(410);

  shop.clock.set('2026-05-17T07:00:00Z');
  const [newest] = await shop.mails(zoe.email);
  const late = ownLink(newest?.text ?? '');
  expect(await (await guest.fetch(late)).text()).not.toContain('/change?');
  const lateForm = await guest.form(linkIn(newest?.text ?? '', /\/change\?/), { ...form, email: zoe.email });
  expect(lateForm.status).toBe(409);
  expect(await lateForm.text()).toContain('Ändern konntest du die Angaben bis');
});

test('a removed address learns that its ticket is void, and the buyer gets the ticket', async () => {
  const shop = await testShop();
  const { eventId, competitionId } = await race(shop);
  const orderId = await order(shop, { eventId, competitionId }, { people: [zoe, jo] });
  await pay(shop, orderId);
  await shop.settle();
  const [person] = await peopleOf(shop, orderId);
  const change = {
    orderId,
    participantId: present(person, 'the first').id,
    change: { email: null, firstName: 'Eva', lastName: 'Neu' },
    editorId: 1,
  };
  await shop.deps.write((work) =>
    changeParticipant(work, { ...change, by: 'owner', needsTransfer: shop.deps.needsTransfer }),
  );
  await shop.settle();
  const [notice] = await shop.mails(zoe.email);
  expect(notice?.text).toContain('die nicht an diese Adresse ging');
  expect(notice?.text).not.toContain('neue Adresse');
  const [ticket] = await shop.mails('buyer@runner.example');
  expect(ticket?.text).toContain('Eva Neu ist dabei!');
  expect(ticket?.text).toContain('Eva Neu ist zu Donaulauf angemeldet.');
  expect(ticket?.text).toContain('weil du bei Donaulauf bestellt hast');
  expect(ticket?.text).not.toMatch(/du bist zu|du zu Donaulauf angemeldet/);
});

test('an address changed before its first mail gets one mail, the previous one none', async () => {
  const shop = await testShop();
  const { eventId, competitionId } = await race(shop);
  const orderId = await order(shop, { eventId, competitionId }, { people: [zoe] });
  const [person] = await peopleOf(shop, orderId);
  const move = (email: string) =>
    shop.deps.write((work) =>
      changeParticipant(work, {
        orderId,
        participantId: person?.id as number,
        change: { email },
        editorId: 1,
        by: 'organizer',
      }),
    );
  await move('first@runner.example');
  await pay(shop, orderId);
  await move('second@runner.example');
  await shop.settle();
  expect((await shop.mails(zoe.email)).length).toBe(0);
  expect((await shop.mails('first@runner.example')).length).toBe(0);
  expect((await shop.mails('second@runner.example')).map(({ subject }) => subject)).toEqual([
    'Deine Startkarte: Donaulauf',
  ]);
});

test('an address that changed while the order was canceled gets its ticket when the order comes back', async () => {
  const shop = await testShop();
  const orderId = await order(shop, await race(shop), { people: [zoe] });
  await pay(shop, orderId);
  await shop.settle();
  const [person] = await peopleOf(shop, orderId);
  await shop.deps.write((work) =>
    cancelOrder(work, { orderId, editorId: 1, reason: 'byAdmin', giveBack: openCancellationRefund({ mode: 'none' }) }),
  );
  const change = { email: 'second@runner.example' };
  const participantId = person?.id as number;
  await shop.deps.write((work) =>
    changeParticipant(work, { orderId, participantId, change, editorId: 1, by: 'organizer' }),
  );
  await shop.settle();
  await shop.deps.write((work) => setOrderStatus(work, { orderId, to: 'pending', editorId: 1 }));
  await shop.settle();
  const subjects = async (email: string) => (await shop.mails(email)).map(({ subject }) => subject);
  expect(await subjects('second@runner.example')).toEqual(['Deine Startkarte: Donaulauf']);
  // A ticket is not sent twice.
  const confirmations = (await subjects('buyer@runner.example')).filter((subject) => subject.startsWith('Bestell'));
  expect(confirmations).toHaveLength(1);
});

test('limits mails caused by repeated changes of an address', async () => {
  const shop = await testShop({ env: { LIMIT_FACTOR: '0' } });
  const orderId = await order(shop, await race(shop), { people: [zoe] });
  const buyer = await shop.login('buyer@runner.example');
  const [person] = await peopleOf(shop, orderId);
  const path = `/orders/${orderId}/participants/${person?.id}`;
  const change = (at: number) => buyer.json('POST', `/api${path}/change-email`, { newEmail: `s${at}@example.test` });
  const answers = [];
  for (let at = 0; at < 11; at += 1) answers.push((await change(at)).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  // Everything else may still be said, and the form says what is the matter.
  const input = { ...form, lastName: 'Neu' };
  expect((await buyer.form(path, { ...input, email: 's9@example.test' })).status).toBe(303);
  const refused = await buyer.form(path, { ...input, email: 's11@example.test' });
  expect([refused.status, (await refused.text()).includes('zu viele')]).toEqual([400, true]);
  shop.clock.advance(days(1));
  expect((await change(12)).status).toBe(200);
});

test('the ticket waits for the start number where the event says so, and leads to no change where it says that', async () => {
  const shop = await testShop();
  const { eventId, competitionId } = await race(shop);
  await shop.deps.write((work) => updateEvent(work, eventId, { needsBibForMail: true, noChangelink: true }));
  const orderId = await order(shop, { eventId, competitionId }, { people: [zoe, jo] });
  await pay(shop, orderId);
  await shop.settle();
  expect(await shop.mails(zoe.email)).toEqual([]);
  const [person] = await peopleOf(shop, orderId);
  const participantId = person?.id as number;
  const changelink = 'https://timing.example/change/7';
  for (let time = 0; time < 2; time++) {
    await shop.deps.write((work) => setBib(work, { participantId, bib: ' 1042 ', changelink }));
    await shop.settle();
  }
  const [mail, ...more] = await shop.mails(zoe.email);
  expect(more).toEqual([]);
  expect(await shop.mails(jo.email)).toEqual([]);
  expect(mail?.text).toContain('Startnummer: 1042');
  expect(mail?.text).not.toMatch(/\/change\?|timing\.example/);
  const guest = shop.visitor();
  const own = ownLink(mail?.text ?? '');
  expect(await (await guest.fetch(own)).text()).not.toMatch(/\/change|timing\.example/);
  await shop.deps.write((work) => updateEvent(work, eventId, { noChangelink: false }));
  const open = await (await guest.fetch(own)).text();
  expect(open).toContain('/change?');
  expect(open).toContain(changelink);
  await expect(shop.deps.write((work) => setBib(work, { participantId, bib: 'x'.repeat(21) }))).rejects.toThrow();
  for (const wrong of ['javascript:alert(1)', 'http://timing.example', 'https://a b'])
    await expect(
      shop.deps.write((work) => setBib(work, { participantId, bib: '1', changelink: wrong })),
    ).rejects.toThrow();
  await expect(shop.deps.write((work) => setBib(work, { participantId: 999_999, bib: '1' }))).rejects.toThrow(
    'NOT_FOUND',
  );
});
