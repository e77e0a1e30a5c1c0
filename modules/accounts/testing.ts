import { generateSync } from 'otplib';
import { minutes } from '#src/kernel/time.ts';
import type { Caller, TestShop } from '#tests/support/shop.ts';

export const authenticatorCode = (shop: TestShop, secret: string, stepsLater = 0): string =>
  generateSync({ secret, epoch: Math.floor(shop.clock() / 1000) + stepsLater * 30 });

export function invalidCode(shop: TestShop, secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => authenticatorCode(shop, secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) as string;
}

export type Protected = { person: Caller; secret: string; recoveryCodes: string[] };

/** A person with a second factor, two minutes later, so that the current code is unused. */
export async function loginWithFactor(shop: TestShop, email: string): Promise<Protected> {
  const person = await shop.login(email);
  const { body } = await person.json<{ secret: string }>('POST', '/api/auth/totp/generate');
  const enabled = await person.json<{ recoveryCodes: string[] }>('POST', '/api/auth/totp/enable', {
    code: authenticatorCode(shop, body.secret),
  });
  if (enabled.status !== 200) throw new Error(`not enabled: ${JSON.stringify(enabled.body)}`);
  shop.clock.advance(minutes(2));
  return { person, secret: body.secret, recoveryCodes: enabled.body.recoveryCodes };
}

export async function mailedCode(shop: TestShop, email: string): Promise<string> {
  const codes = (await shop.mails(email)).map((mail) => /^\d{6}$/m.exec(mail.text)?.[0]);
  const code = codes.find((found) => found !== undefined);
  if (!code) throw new Error('no code was mailed');
  return code;
}

export async function showMailedCode(
  shop: TestShop,
  browser: Caller,
  email: string,
  to = '/settings',
): Promise<Response> {
  await browser.form('/auth', { email, to, way: 'code' });
  return browser.form('/enter-code', { code: await mailedCode(shop, email), to });
}
