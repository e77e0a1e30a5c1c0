/** A person looks after their account: settings, a new address, their data, and its end; a super admin helps. */
import { readFile } from 'node:fs/promises';
import { codeFromMail, expect, logIn, look, mailTo, phoneFirst, test, withoutScriptFirst } from './fixtures.ts';
import { textsOf } from './texts.ts';

test('settings keep what is typed, fill the next booking, and say where they are wrong', {
  tag: phoneFirst,
}, async ({ page, texts, server }) => {
  const { project } = test.info();
  await logIn(page, server, `settings-${project.name}@example.org`, '/settings');
  await page.waitForURL(/\/settings$/);
  const name = (field: string) => page.locator(`main [name="${field}"]`);
  await name('birthDate').fill('31.02.1990');
  await page.locator('main summary').click();
  await name('contactAddress.street').fill('Donaulände');
  await page.getByRole('button', { name: texts.t('ui.form.save') }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(name('contactAddress.street'), 'what was typed stays').toHaveValue('Donaulände');
  await look(page, 'settings-wrong');
  await name('firstname').fill('Anna');
  await name('lastname').fill('Gruber');
  await name('birthDate').fill(texts.typedDate('1990-02-28'));
  await name('nationalityCountryCode').selectOption('AT');
  await name('contactAddress.houseNumber').fill('4');
  await name('contactAddress.zipCode').fill('4020');
  await name('contactAddress.city').fill('Linz');
  await name('contactAddress.countryCode').selectOption('AT');
  await page.getByRole('button', { name: texts.t('ui.form.save') }).click();
  await page.waitForURL(/\/settings\?saved=1$/);
  await expect(name('contactAddress.city')).toHaveValue('Linz');
  await look(page, 'settings');
});

test('an account moves to a new address', { tag: withoutScriptFirst }, async ({ page, texts, server }) => {
  const { project } = test.info();
  const [old, next] = [`old-${project.name}@example.org`, `next-${project.name}@example.org`];
  await logIn(page, server, old, '/settings/email');
  await page.waitForURL(/\/settings\/email$/);
  await look(page, 'email');
  await page.locator('input[name=newEmail]').fill(next);
  await page.getByRole('button', { name: texts.t('account.email.send') }).click();
  await page.waitForURL(/\/settings\/email\/code$/);
  await look(page, 'email-code');
  await page.locator('input[name=code]').fill(await codeFromMail(server, next));
  await page.getByRole('button', { name: texts.t('account.email.confirm') }).click();
  await page.waitForURL(/\/settings\?saved=email$/);
  await expect(page.locator('main')).toContainText(next);
  expect((await mailTo(server, old, new RegExp(texts.t('account.emailChangedMail.subject')))).text).toContain(next);
});

test('a person takes their data along and then their account away', {
  tag: phoneFirst,
}, async ({ page, texts, server }) => {
  const { project } = test.info();
  const email = `leaving-${project.name}@example.org`;
  await logIn(page, server, email, '/settings/data');
  await page.waitForURL(/\/settings\/data$/);
  await look(page, 'data');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: texts.t('account.data.exportButton') }).click(),
  ]);
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    accounts: { account: { email: string } };
  };
  expect(data.accounts.account.email).toBe(email);
  await page.getByRole('link', { name: texts.t('account.data.deleteButton') }).click();
  await page.getByRole('button', { name: texts.t('account.delete.button') }).click();
  await expect(page.getByRole('alert')).toContainText(texts.t('account.delete.missing'));
  await look(page, 'delete-account');
  await page.locator('input[name=sure]').check();
  await page.getByRole('button', { name: texts.t('account.delete.button') }).click();
  await page.waitForURL(/\/account-deleted$/);
  await look(page, 'account-deleted');
  await mailTo(server, email, new RegExp(texts.t('account.deletedMail.subject')));
  await page.goto('/settings');
  await page.waitForURL(/\/auth\?to=%2Fsettings/);
});

test('a super admin acts for somebody, sees it on every page, and comes back', {
  tag: ['@desktop', '@phone', '@without-javascript'],
}, async ({ page, server, adminApi: _ }) => {
  // The account of the demo's super admin is a German one.
  const texts = textsOf('de');
  await logIn(page, server, 'admin@startblock.example', '/admin/users?q=buyer');
  await page.waitForURL(/\/admin\/users/);
  await look(page, 'users');
  await page.getByRole('link', { name: 'buyer@startblock.example' }).click();
  await look(page, 'user');
  await page.locator('input[name=reason]').fill('Ruft an');
  await page.getByRole('button', { name: texts.t('users.actAsButton') }).click();
  await page.waitForURL(/\/orders$/);
  const bar = page.getByRole('complementary', { name: texts.t('users.bar.label') });
  await expect(bar).toContainText('buyer@startblock.example');
  await look(page, 'acting-for-somebody');
  await page.goto('/');
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: texts.t('users.bar.end') }).click();
  await page.waitForURL(/\/admin\/users\/\d+$/);
  await expect(bar).toHaveCount(0);
  await expect(page.locator('main')).toContainText(texts.t('users.audit.ImpersonationEnded'));
  await expect(page.locator('main')).toContainText('Ruft an');
});
