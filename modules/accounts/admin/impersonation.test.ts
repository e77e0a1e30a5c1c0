import { eq, isNotNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hours, minutes } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { shown } from '#tests/support/shown.ts';
import { accountAudits, sessions, users } from '../schema.ts';
import { authenticatorCode, loginWithFactor, mailedCode } from '../testing.ts';
import { promoteToSuperAdmin } from './change-rights.ts';

type Account = {
  code: string;
  details: { reason?: string };
  userData: { id: number; email: string; firstname: string | null };
};

async function scene() {
  const shop = await testShop();
  const anna = await shop.login('anna@example.test');
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  const { body } = await anna.json<Account>('GET', '/api/settings');
  return { shop, anna, admin, annaId: body.userData.id };
}
const actAs = (admin: Caller, userId: number, reason = 'Anruf') =>
  admin.json<Account>('POST', `/api/admin/users/${userId}/impersonate`, { reason });
const audits = async ({ deps }: TestShop, userId: number) =>
  (await deps.read.select().from(accountAudits).where(eq(accountAudits.userId, userId))).map(
    ({ type, comment, actorId }) => ({ type, comment, actorId }),
  );

describe('a super admin', () => {
  test('acts as another user, with a bar, an end, and history entries for start, changes and end', async () => {
    const { shop, admin, annaId } = await scene();
    const adminId = (await admin.json<Account>('GET', '/api/settings')).body.userData.id;
    const began = await actAs(admin, annaId);
    expect([began.status, began.body.userData.email]).toEqual([200, 'anna@example.test']);
    const settings = shown(await (await admin.fetch('/settings')).text());
    expect(settings).toContain('Du handelst als anna@example.test.');
    expect((await admin.json('GET', '/api/admin/users')).status).toBe(403);
    await admin.json('PATCH', '/api/settings', { firstname: 'Anna' });
    await admin.json('PATCH', '/api/settings', { gender: 'nothing' });
    const ended = await admin.json<Account>('POST', '/api/auth/impersonation/end');
    expect(ended.body.userData.email).toBe('admin@example.test');
    expect((await admin.json('GET', '/api/admin/users')).status).toBe(200);
    expect(await (await admin.fetch('/settings')).text()).not.toContain('Du handelst als');
    expect(await audits(shop, annaId)).toEqual([
      { type: 'LoggedIn', comment: 'code', actorId: annaId },
      { type: 'ImpersonationStarted', comment: 'Anruf', actorId: adminId },
      { type: 'ChangedWhileImpersonating', comment: 'PATCH /api/settings', actorId: adminId },
      { type: 'SettingsChanged', comment: 'firstname', actorId: adminId },
      { type: 'ImpersonationEnded', comment: '', actorId: adminId },
    ]);
  });

  test('acts as another user through the pages', async () => {
    const { admin, annaId } = await scene();
    const list = await (await admin.fetch('/admin/users?q=anna')).text();
    expect(list).toContain(`/admin/users/${annaId}`);
    expect(list).not.toContain('admin@example.test</a>');
    const empty = await admin.form(`/admin/users/${annaId}/impersonate`, { reason: ' ' });
    expect(empty.status).toBe(400);
    const began = await admin.form(`/admin/users/${annaId}/impersonate`, { reason: 'Anruf' });
    expect(began.headers.get('location')).toBe('/orders');
    const ended = await admin.form('/auth/impersonation/end', {});
    expect(ended.headers.get('location')).toBe(`/admin/users/${annaId}`);
    const page = await (await admin.fetch(`/admin/users/${annaId}`)).text();
    expect(page).toContain('Jemand handelt als diese Person');
  });

  test('gets no form for another super admin, and cannot set a taken or invalid address', async () => {
    const { shop, admin, annaId } = await scene();
    const other = await shop.login('other@example.test', { superAdmin: true });
    const otherId = (await other.json<Account>('GET', '/api/settings')).body.userData.id;
    for (const form of ['impersonate', 'change-email']) {
      const answer = await admin.form(`/admin/users/${otherId}/${form}`, { reason: 'x', newEmail: 'x@example.test' });
      expect([form, answer.status]).toEqual([form, 403]);
      const nobody = await admin.form(`/admin/users/4711/${form}`, { reason: 'x' });
      expect([form, nobody.status]).toEqual([form, 404]);
    }
    for (const newEmail of ['other@example.test', 'anna@', '']) {
      const answer = await admin.form(`/admin/users/${annaId}/change-email`, { newEmail });
      const page = await answer.text();
      expect([newEmail, answer.status]).toEqual([newEmail, 400]);
      expect(page).toContain('id="field-newEmail-error"');
      expect(page).toContain(`value="${newEmail}"`);
    }
  });

  test('cannot use personal settings, nor act as oneself, a super admin, an unknown user, or twice', async () => {
    const { shop, admin, annaId } = await scene();
    const other = await shop.login('other@example.test', { superAdmin: true });
    const otherId = (await other.json<Account>('GET', '/api/settings')).body.userData.id;
    const adminId = (await admin.json<Account>('GET', '/api/settings')).body.userData.id;
    for (const userId of [adminId, otherId]) expect((await actAs(admin, userId)).body.code).toBe('NO_PERMISSION');
    expect((await actAs(admin, 4711)).status).toBe(404);
    expect((await actAs(admin, annaId, ' ')).status).toBe(400);
    await actAs(admin, annaId);
    for (const [method, path, body] of [
      ['POST', '/api/users/change-email', { newEmail: 'eve@example.test' }],
      ['POST', '/api/auth/totp/generate', {}],
      ['GET', '/api/settings/export', undefined],
      ['DELETE', '/api/settings', undefined],
    ] as const) {
      const refused = await admin.json<Account>(method, path, body);
      expect([path, refused.status, refused.body.code, refused.body.details.reason]).toEqual([
        path,
        403,
        'NO_PERMISSION',
        'impersonating',
      ]);
    }
    expect((await actAs(admin, annaId)).body.code).toBe('NO_PERMISSION');
  });

  test('needs a fresh login to impersonate, and returns with the time of the earlier login', async () => {
    const { shop, admin, annaId } = await scene();
    shop.clock.advance(minutes(90));
    await actAs(admin, annaId);
    shop.clock.advance(minutes(40));
    await admin.json('POST', '/api/auth/impersonation/end');
    const refused = await actAs(admin, annaId);
    expect([refused.body.code, refused.body.details.reason]).toEqual(['INVALID_TOKEN', 'sessionInvalid']);
  });

  test('stops impersonating after an hour, recorded in the history', async () => {
    const { shop, admin, annaId } = await scene();
    await actAs(admin, annaId);
    shop.clock.advance(hours(1));
    expect((await admin.json('GET', '/api/settings')).status).toBe(401);
    await shop.settle();
    expect((await audits(shop, annaId)).at(-1)).toMatchObject({ type: 'ImpersonationEnded', comment: 'expired' });
  });

  test('begins no impersonation during a concurrent logout', async () => {
    const { shop, admin, annaId } = await scene();
    const copy = shop.visitor();
    for (const [name, value] of admin.cookies) copy.cookies.set(name, value);
    const [began] = await Promise.all([actAs(copy, annaId), admin.json('POST', '/api/auth/logout')]);
    const alive = (await copy.json('GET', '/api/settings')).status === 200;
    expect([began.status === 200, alive]).toEqual([alive, alive]);
    const sessionsLeft = await shop.deps.read.select().from(sessions).where(isNotNull(sessions.impersonatorId));
    expect(sessionsLeft.length).toBe(alive ? 1 : 0);
  });

  test('logs out of both sessions at once', async () => {
    const { shop, admin, annaId } = await scene();
    await actAs(admin, annaId);
    await admin.json('POST', '/api/auth/logout');
    expect((await admin.json('GET', '/api/settings')).status).toBe(401);
    expect((await audits(shop, annaId)).at(-1)?.type).toBe('ImpersonationEnded');
  });

  test('cannot change the address of a super admin, not even the own one', async () => {
    const { shop, admin } = await scene();
    await shop.login('other@example.test', { superAdmin: true });
    const all = await shop.deps.read.select().from(users).where(eq(users.isSuperAdmin, true));
    expect(all).toHaveLength(2);
    for (const { id } of all) {
      const change = { newEmail: 'mine@example.test' };
      const refused = await admin.json<Account>('POST', `/api/admin/users/${id}/change-email`, change);
      expect([refused.status, refused.body.code, refused.body.details.reason]).toEqual([
        403,
        'NO_PERMISSION',
        'superAdmin',
      ]);
      expect((await admin.form(`/admin/users/${id}/change-email`, change)).status).toBe(403);
    }
  });

  test('moves an account to another address, mails both addresses and ends the sessions', async () => {
    const { shop, anna, admin, annaId } = await scene();
    const taken = await admin.json<Account>('POST', `/api/admin/users/${annaId}/change-email`, {
      newEmail: 'admin@example.test',
    });
    expect([taken.status, taken.body.code]).toEqual([409, 'RESOURCE_IN_USE']);
    const moved = await admin.form(`/admin/users/${annaId}/change-email`, { newEmail: 'anna@neu.example' });
    expect(moved.headers.get('location')).toBe(`/admin/users/${annaId}?saved=1`);
    expect((await anna.json('GET', '/api/settings')).status).toBe(401);
    await shop.settle();
    for (const email of ['anna@example.test', 'anna@neu.example']) {
      expect((await shop.mails(email))[0]?.subject).toBe('Deine E-Mail-Adresse wurde geändert');
    }
    const [user] = await shop.deps.read.select().from(users).where(eq(users.id, annaId));
    expect(user).toMatchObject({ email: 'anna@neu.example', verifiedAt: null });
  });
});

describe('securing a super admin’s account also ends impersonations that lead back to it', () => {
  async function thiefActs() {
    const found = await scene();
    const { shop, admin, annaId } = found;
    await shop.login('other@example.test', { superAdmin: true });
    const thief = shop.visitor();
    for (const [name, value] of admin.cookies) thief.cookies.set(name, value);
    const owner = await shop.login('admin@example.test');
    expect((await actAs(thief, annaId)).status).toBe(200);
    const isOut = async () => {
      expect((await thief.json('GET', '/api/settings')).status).toBe(401);
      expect((await thief.json('POST', '/api/auth/impersonation/end')).status).toBe(404);
      expect((await audits(shop, annaId)).at(-1)?.type).toBe('ImpersonationEnded');
    };
    return { ...found, owner, isOut };
  }

  test('by logging out everywhere', async () => {
    const { owner, isOut } = await thiefActs();
    expect((await owner.json('DELETE', '/api/auth/sessions')).status).toBe(204);
    await isOut();
  });

  test('by a second factor', async () => {
    const { shop, owner, isOut } = await thiefActs();
    const { body } = await owner.json<{ secret: string }>('POST', '/api/auth/totp/generate');
    const code = authenticatorCode(shop, body.secret);
    expect((await owner.json('POST', '/api/auth/totp/enable', { code })).status).toBe(200);
    await isOut();
  });

  test('by moving to another address', async () => {
    const { shop, owner, isOut } = await thiefActs();
    await owner.json('POST', '/api/users/change-email', { newEmail: 'admin@neu.example' });
    const code = await mailedCode(shop, 'admin@neu.example');
    expect((await owner.json('POST', '/api/users/change-email/confirm', { code })).status).toBe(200);
    await isOut();
  });

  test('by giving the account back', async () => {
    const { owner, isOut } = await thiefActs();
    expect((await owner.json('DELETE', '/api/settings')).status).toBe(204);
    await isOut();
  });
});

test('an impersonation ends with a history entry when the account is moved or deleted', async () => {
  const { shop, admin, anna, annaId } = await scene();
  await actAs(admin, annaId);
  await anna.json('POST', '/api/users/change-email', { newEmail: 'anna@neu.example' });
  await anna.json('POST', '/api/users/change-email/confirm', { code: await mailedCode(shop, 'anna@neu.example') });
  expect((await audits(shop, annaId)).map(({ type }) => type).slice(-2)).toEqual([
    'EmailChanged',
    'ImpersonationEnded',
  ]);
  const again = await shop.login('admin@example.test', { superAdmin: true });
  await actAs(again, annaId);
  expect((await anna.json('DELETE', '/api/settings')).status).toBe(204);
  expect((await audits(shop, annaId)).map(({ type }) => type).slice(-2)).toEqual([
    'ImpersonationEnded',
    'AccountDeleted',
  ]);
});

describe('a lost second factor', () => {
  test('is turned off by a super admin, with a reason, a mail, and every session over', async () => {
    const shop = await testShop();
    const { person } = await loginWithFactor(shop, 'berta@example.test');
    const admin = await shop.login('admin@example.test', { superAdmin: true });
    const { id } = (await person.json<Account>('GET', '/api/settings')).body.userData;
    const adminId = (await admin.json<Account>('GET', '/api/settings')).body.userData.id;
    expect((await admin.form(`/admin/users/${id}/remove-second-factor`, { factorReason: ' ' })).status).toBe(400);
    const removed = await admin.form(`/admin/users/${id}/remove-second-factor`, { factorReason: 'Ausweis gesehen' });
    expect(removed.headers.get('location')).toBe(`/admin/users/${id}?saved=1`);
    expect((await person.json('GET', '/api/settings')).status).toBe(401);
    await shop.settle();
    expect((await shop.mails('berta@example.test'))[0]?.subject).toBe('Zweiter Faktor ausgeschaltet');
    expect(await audits(shop, id)).toContainEqual({
      type: 'TotpDisabled',
      comment: 'Ausweis gesehen',
      actorId: adminId,
    });
    expect(await shop.login('berta@example.test')).toBeTruthy();
    const path = `/api/admin/users/${id}/remove-second-factor`;
    expect((await admin.json('POST', path, { reason: 'again' })).status).toBe(404);
    expect((await admin.json('POST', path, { reason: '' })).status).toBe(400);
  });

  test.each([
    ['impersonate', 'reason'],
    ['remove-second-factor', 'factorReason'],
  ])(
    'a reason to %s that is too long is refused beside its field, and the end of a line counts once',
    async (form, name) => {
      const shop = await testShop();
      const { person } = await loginWithFactor(shop, 'berta@example.test');
      const admin = await shop.login('admin@example.test', { superAdmin: true });
      const { id } = (await person.json<Account>('GET', '/api/settings')).body.userData;
      const give = (reason: string) => admin.form(`/admin/users/${id}/${form}`, { [name]: reason });
      const tooLong = `Ausweis gesehen${'.'.repeat(186)}`;
      const refused = await give(tooLong);
      const page = await refused.text();
      expect(refused.status).toBe(400);
      expect(page).toContain(`id="field-${name}-error"`);
      expect(page).toContain(`value="${tooLong}"`);
      expect(page).toContain('data-guard="changed"');
      const longest = `Ausweis${'\r\n'.repeat(185)}gesehen.`;
      expect((await give(longest)).status).toBe(303);
      expect((await audits(shop, id)).map(({ comment }) => comment)).toContain(longest.replaceAll('\r\n', '\n'));
    },
  );

  test('is removed from a super admin by another one, who cannot remove their own', async () => {
    const shop = await testShop();
    const { person } = await loginWithFactor(shop, 'second@example.test');
    await shop.deps.write((work) => promoteToSuperAdmin(work, 'second@example.test'));
    const admin = await shop.login('admin@example.test', { superAdmin: true });
    const { id } = (await person.json<Account>('GET', '/api/settings')).body.userData;
    const { id: adminId } = (await admin.json<Account>('GET', '/api/settings')).body.userData;
    const remove = (userId: number) =>
      admin.json<Account>('POST', `/api/admin/users/${userId}/remove-second-factor`, { reason: 'Handy verloren' });
    const own = await remove(adminId);
    expect([own.status, own.body.code]).toEqual([403, 'NO_PERMISSION']);
    expect(await (await admin.fetch(`/admin/users/${adminId}`)).text()).not.toContain('remove-second-factor');
    expect((await remove(id)).status).toBe(204);
    const page = await (await admin.fetch(`/admin/users/${id}`)).text();
    expect(page).toContain('Handy verloren');
    expect(page).toContain('admin@example.test');
    await shop.settle();
    expect((await shop.mails('second@example.test')).map(({ subject }) => subject).join()).toMatch(/zweite/i);
  });
});

test('refuses to end an impersonation that does not exist', async () => {
  const { anna, shop } = await scene();
  for (const person of [anna, shop.visitor()]) {
    const { status, body } = await person.json<Account>('POST', '/api/auth/impersonation/end');
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  }
});

test('the audit of accounts only grows', async () => {
  const { shop } = await scene();
  await expect(shop.deps.write(({ tx }) => tx.delete(accountAudits))).rejects.toThrow();
  await expect(shop.deps.write(({ tx }) => tx.update(accountAudits).set({ comment: 'x' }))).rejects.toThrow();
});
