/**
 * A second factor from one end to the other: set up with a code computed from the shown key, asked for at the next login,
 * replaced by a recovery code when the phone is gone, and turned off.
 */
import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import type { RunningServer } from '../support/server.ts';
import {
  enterAddressAndCode,
  expect,
  glance,
  logIn,
  look,
  mailTo,
  type OpenBrowser,
  phoneFirst,
  test,
} from './fixtures.ts';
import { readQr } from './qr.ts';
import type { Texts } from './texts.ts';

const security = '/settings/security';
const codeField = 'input[name=code]';
/** Of the step after the one that is running: accepted already, and later than any that was used. */
const nextCode = (secret: string) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });

test('a second factor is set up, asked for, replaced and turned off', { tag: phoneFirst }, async ({
  page,
  server,
  texts,
  openBrowser,
}) => {
  const email = 'zwei.faktoren@example.org';
  await logIn(page, server, email, security);
  await expect(page.locator('main')).toContainText(texts.t('security.totp.off'));
  await look(page, 'security');
  await test.step('log out another device', () => endOther(page, openBrowser, server, texts, email));
  const { secret, codes } = await test.step('set it up', () => setUp(page, texts, email));
  await test.step('the person is told', () =>
    mailTo(server, email, new RegExp(texts.t('security.mail.TotpEnabled.subject'))));
  await test.step('log out everywhere', () => leave(page, texts));
  await test.step('log in with the authenticator', async () => {
    await beginLogin(page, server, email);
    await look(page, 'second-factor-login');
    await page.locator(codeField).fill('wrong');
    await page.getByRole('button', { name: texts.t('security.factor.submit') }).click();
    await expect(page.locator(`${codeField}[aria-invalid=true]`)).toHaveValue('');
    await look(page, 'second-factor-wrong');
    await page.locator(codeField).fill(nextCode(secret));
    await page.getByRole('button', { name: texts.t('security.factor.submit') }).click();
    await page.waitForURL(security);
  });
  await leave(page, texts);
  await test.step('log in with a recovery code', async () => {
    await beginLogin(page, server, email);
    await page.locator(codeField).fill((codes[0] as string).toLowerCase());
    await page.getByRole('button', { name: texts.t('security.factor.submit') }).click();
    await page.waitForURL(security);
    await mailTo(server, email, new RegExp(texts.t('security.mail.RecoveryCodeUsed.subject')));
  });
  await test.step('turn it off', () => turnOff(page, texts, codes[1] as string));
});

async function endOther(page: Page, openBrowser: OpenBrowser, server: RunningServer, texts: Texts, email: string) {
  const other = await openBrowser();
  await logIn(other, server, email, security);
  await page.reload();
  await expect(page.locator('.session-entry')).toHaveCount(2);
  await glance(page, 'security-two-devices');
  const [mine, theirs] = [page.locator('.session-entry').nth(0), page.locator('.session-entry').nth(1)];
  await expect(mine).toContainText(texts.t('security.sessions.current'));
  await theirs.getByRole('button').click();
  await page.waitForURL(`${security}?done=ended`);
  await expect(page.locator('.session-entry')).toHaveCount(1);
  await other.goto(security);
  await other.waitForURL(/\/auth\?to=/);
}

async function setUp(page: Page, texts: Texts, email: string): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('link', { name: texts.t('security.totp.setUp') }).click();
  await page.waitForURL(`${security}/totp`);
  await look(page, 'second-factor-begin');
  await page.getByRole('button', { name: texts.t('security.begin.submit') }).click();
  const secret = ((await page.locator('.factor-secret code').textContent()) ?? '').replaceAll(' ', '');
  const address = new URL(await readQr((await page.locator('img.factor-picture').getAttribute('src')) ?? ''));
  expect([address.protocol, address.searchParams.get('secret')]).toEqual(['otpauth:', secret]);
  expect(decodeURIComponent(address.pathname)).toContain(email);
  await look(page, 'second-factor-set-up');
  await page.locator(codeField).fill(generateSync({ secret }));
  await page.getByRole('button', { name: texts.t('security.confirm.submit') }).click();
  await expect(page.locator('h1')).toHaveText(texts.t('security.codes.title'));
  const codes = await page.locator('.recovery-codes code').allTextContents();
  expect(new Set(codes).size).toBe(10);
  await look(page, 'recovery-codes');
  await page.getByRole('link', { name: texts.t('security.codes.done') }).click();
  await page.waitForURL(security);
  await expect(page.locator('main')).toContainText(texts.t('security.totp.on'));
  await glance(page, 'security-on');
  return { secret, codes };
}

async function leave(page: Page, texts: Texts): Promise<void> {
  await page.getByRole('button', { name: texts.t('security.everywhere.submit') }).click();
  await page.waitForURL(/\/auth\?notice=everywhere$/);
  await expect(page.locator('main')).toContainText(texts.t('accounts.auth.notice.everywhere'));
  await page.goto(security);
  await page.waitForURL(/\/auth\?to=/);
}

/** On the login page that leads to the security page: up to the question for the second factor. */
async function beginLogin(page: Page, server: RunningServer, email: string): Promise<void> {
  await enterAddressAndCode(page, server, email);
  expect(new URL(page.url()).pathname).toBe('/auth/totp');
}

async function turnOff(page: Page, texts: Texts, recoveryCode: string): Promise<void> {
  await page.getByRole('link', { name: texts.t('security.totp.manage') }).click();
  await page.waitForURL(`${security}/totp`);
  await look(page, 'second-factor-manage');
  await page.locator(codeField).fill(recoveryCode);
  await page.getByRole('button', { name: texts.t('security.manage.off') }).click();
  await page.waitForURL(`${security}?done=off`);
  await expect(page.locator('main')).toContainText(texts.t('security.news.off'));
  await glance(page, 'security-off-again');
}
