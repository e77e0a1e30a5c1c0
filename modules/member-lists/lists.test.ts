import { describe, expect, test } from 'vitest';
import { createEvent, createFormField } from '#modules/events/index.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { ready } from '#src/data/hot-statements.ts';
import { days, instant, minutes } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import { takeMembers } from './discount-uses.ts';
import { forgetListsJob } from './personal-data.ts';
import { maxMembers, readMembers, retentionDays } from './rules/list.ts';

/** An event in sixty days with a list of addresses, or of answers to its question. */
async function scene(by: 'email' | 'number' = 'email') {
  const shop = await testShop();
  const end = instant(shop.clock() + days(60));
  const { eventId, fieldId, numberId } = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'office@example.test', null, 'owner');
    const made = await createEvent(work, {
      ...{ title: 'Donaulauf', organizerId, startTimestamp: end, endTimestamp: end, timeZone: 'Europe/Vienna' },
    });
    const name = { de: 'Mitgliedsnummer', en: 'Member number' };
    return {
      eventId: made,
      fieldId: await createFormField(work, made, { name, type: 'text' }),
      numberId: await createFormField(work, made, { name, type: 'number' }),
    };
  });
  const office = await shop.login('office@example.test');
  const give = (change: object = {}) =>
    office.json<{ discount: { id: number } }>('POST', `/api/admin/discounts/${eventId}`, {
      ...{ discountKind: 'list', title: 'Mitglieder', percentOff: 50 },
      ...{ memberFieldId: by === 'number' ? fieldId : null, ...change },
    });
  const discountId = (await give()).body.discount.id;
  const api = `/api/admin/discounts/${discountId}/members`;
  const page = `/admin/events/${eventId}/discounts/${discountId}/members`;
  const put = (members: string[], mode = 'add') => office.json('POST', api, { mode, members });
  const read = async (query = '') =>
    (await office.json<{ count: number; rows: { member: string }[] }>('GET', `${api}${query}`)).body;
  const rows = async (table: 'discount_members' | 'discount_uses') =>
    (await shop.deps.read.all(ready(`select * from ${table}`, []))).length;
  return { shop, end, office, eventId, fieldId, numberId, give, discountId, api, page, put, read, rows };
}

describe('a list', () => {
  test('keeps each once, in one form, and says which lines are no address', async () => {
    const at = await scene();
    expect((await at.put(['B@club.test', ' b@CLUB.test', '', 'a@club.test'])).body).toMatchObject({
      added: 2,
      count: 2,
    });
    expect((await at.put(['c@club.test', 'nobody', 'd@club.test', '@'])).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { fields: { 'members.1': [expect.any(String)], 'members.3': [expect.any(String)] } },
    });
    expect((await at.read()).rows.map(({ member }) => member)).toEqual(['a@club.test', 'b@club.test']);
    const asked = encodeURIComponent(JSON.stringify([{ field: 'state', type: 'eq', value: 'used' }]));
    expect((await at.read(`?filter=${asked}`)).count).toBe(0);
    expect((await at.read('?q=A@cl')).count).toBe(1);
  });

  test('has room for twenty thousand', { timeout: 60_000 }, async () => {
    const at = await scene('number');
    const many = Array.from({ length: maxMembers }, (_, n) => `AM ${n}`);
    expect((await at.put(many)).body).toMatchObject({ added: maxMembers });
    expect((await at.put(['one more'])).body).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await at.put(['am 1', 'am 2'], 'remove')).body).toEqual({ added: 0, removed: 2, count: maxMembers - 2 });
    expect((await at.put(['one more'], 'replace')).body).toEqual({ added: 1, removed: maxMembers - 2, count: 1 });
  });

  test.each([
    ['email', [' Ida@Club.test', 'ida@bücher.test', 'ida'], ['ida@club.test', 'ida@xn--bcher-kva.test'], [2]],
    ['number', ['AM 17', 'am17', '  ', 'x'.repeat(101), 'Ａ１'], ['AM17', 'A1'], [3]],
  ] as const)('reads an %s as people type it', (by, lines, members, wrong) => {
    expect(readMembers({ memberFieldId: by === 'email' ? null : 1 }, lines)).toEqual({ members, wrong });
  });

  test('is kept on its page, which tells in both languages what came of it', async () => {
    const at = await scene();
    const posted = await at.office.form(at.page, { mode: 'add', members: 'ida@club.test\r\nbo@club.test\r\n' });
    expect(posted.headers.get('location')).toBe(`${at.page}?added=2&removed=0`);
    const shown = async (query: string) => (await at.office.fetch(`${at.page}${query}`)).text();
    expect(await shown('?added=2&removed=0')).toContain('2 Einträge sind dazugekommen.');
    const refused = await at.office.form(at.page, { mode: 'add', members: 'ida@club.test\r\nnobody\r\n' });
    expect(refused.status).toBe(400);
    const text = await refused.text();
    expect(text).toContain('In Zeile 2 steht keine E-Mail-Adresse.');
    expect(text).toContain('nobody');
    expect(await shown('?added=2&removed=0&lang=en-us')).toContain('2 items were added.');
    const file = await at.office.fetch(`${at.page}/export`);
    expect(await file.text()).toContain('ida@club.test');
    expect((await at.office.fetch(`/admin/events/${at.eventId}/discounts/999/members`)).status).toBe(404);
  });

  test('is told in the history by how many, never by whom', async () => {
    const at = await scene();
    await at.put(['ida@club.test', 'bo@club.test']);
    await at.put(['bo@club.test'], 'remove');
    const history = await (await at.office.fetch(`/admin/events/${at.eventId}/history`)).text();
    expect(history).toContain('Auf die Liste gesetzt');
    expect(history).toContain('Von der Liste genommen');
    const stored = JSON.stringify(await at.shop.deps.read.all(ready('select * from event_audits', [])));
    expect(stored).toContain('membersAdded');
    expect(stored).not.toContain('club.test');
  });

  test('is asked for by a short text of its own event, which then stays one', async () => {
    const at = await scene('number');
    for (const memberFieldId of [at.numberId, 999_999])
      expect((await at.give({ memberFieldId })).body).toMatchObject({ code: 'VALIDATION_FAILED' });
    const field = `/api/admin/events/${at.eventId}/form-fields/${at.fieldId}`;
    expect((await at.office.json('PATCH', field, { type: 'number' })).body).toMatchObject({ code: 'RESOURCE_IN_USE' });
    expect((await at.office.json('DELETE', field)).body).toMatchObject({ code: 'RESOURCE_IN_USE' });
    const page = await (await at.shop.visitor().fetch(`/admin/events/${at.eventId}/discounts`)).text();
    expect(page).not.toContain('Mitglieder');
    const list = await (await at.office.fetch(`/admin/events/${at.eventId}/discounts`)).text();
    expect(list).toContain('erkannt an „Mitgliedsnummer“');
    expect(list).toContain(at.page);
  });

  test('is not copied with its event, and goes with its discount or when that is no list any more', async () => {
    const at = await scene('number');
    await at.put(['am17']);
    const copied = await at.office.json<{ copiedEventId: number }>('POST', `/api/admin/events/${at.eventId}/copy`, {});
    const list = `/api/admin/events/${copied.body.copiedEventId}/discounts`;
    const { rows } = (await at.office.json<{ rows: { id: number; memberFieldId: number | null }[] }>('GET', list)).body;
    expect(rows).toMatchObject([{ memberFieldId: expect.any(Number) }]);
    expect(rows[0]?.memberFieldId).not.toBe(at.fieldId);
    expect(await at.rows('discount_members')).toBe(1);
    const one = `/api/admin/discounts/${at.discountId}`;
    await at.office.json('PATCH', one, { discountKind: 'family', memberFieldId: null });
    expect(await at.rows('discount_members')).toBe(0);
    expect((await at.office.json('GET', at.api)).status).toBe(404);
    await at.office.json('PATCH', one, { discountKind: 'list' });
    await at.put(['ida@club.test']);
    expect((await at.office.json('DELETE', one)).status).toBe(204);
    expect(await at.rows('discount_members')).toBe(0);
  });
});

test('one live participant can use a member', async () => {
  const at = await scene();
  const use = (participantId: number) =>
    at.shop.deps.write((work) =>
      takeMembers(work, [{ discountId: at.discountId, member: 'ida@club.test', participantId, isAsked: false }]),
    );
  expect([await use(1), await use(2)]).toEqual([true, false]);
  await at.shop.deps.write(({ tx }) => tx.run(ready('update discount_uses set live = 0', [])));
  expect(await use(2)).toBe(true);
});

describe('what stands on a list', () => {
  test('is forgotten thirty days after the event', async () => {
    const at = await scene();
    await at.put(['ida@club.test']);
    const run = async () => {
      await forgetListsJob(at.shop.deps).run();
      return at.rows('discount_members');
    };
    at.shop.clock.set(instant(at.end + days(retentionDays)));
    expect(await run()).toBe(1);
    at.shop.clock.advance(minutes(1));
    expect(await run()).toBe(0);
  });

  test('is part of the data export and erased with the account', async () => {
    const at = await scene();
    await at.put(['ida@club.test', 'bo@club.test']);
    const ida = await at.shop.login('ida@club.test');
    const mine = await (await ida.fetch('/api/settings/export')).text();
    expect(mine).toContain('Mitglieder');
    await at.shop.deps.write(({ tx }) =>
      tx.run(
        ready('insert into discount_uses (participant_id, discount_id, member) values (7, ?, ?)', [
          at.discountId,
          'ida@club.test',
        ]),
      ),
    );
    expect((await ida.json('DELETE', '/api/settings')).status).toBe(204);
    expect((await at.read()).rows.map(({ member }) => member)).toEqual(['bo@club.test']);
    expect(await at.shop.deps.read.all(ready('select member from discount_uses', []))).toEqual([
      { member: 'deleted-7' },
    ]);
  });
});
