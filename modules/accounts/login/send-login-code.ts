import { randomDigits } from '#src/kernel/ids.ts';
import { plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { Locale } from '#src/platform/locale.ts';
import { sendAtOnce } from '../emails/send-at-once.ts';
import { codeTries, countTries } from '../limits.ts';
import { deviceOf } from '../rules/device.ts';
import { codeLivesMs, loginCodePurpose, loginCodeText } from '../rules/login-code.ts';
import { loginCodes } from '../schema.ts';
import { hasSecondFactor } from '../second-factor/second-factor.ts';
import { triesKeyOf } from './known-device.ts';

type CodeRequest = {
  /** Normalized. */
  email: string;
  language: Locale;
  clientAddress: string;
  /** What the browser says of itself; only names that we know of it get into the mail. */
  userAgent?: string | null;
  /** The account, when this browser logged in to it before. */
  knownAs?: number | null;
};

/**
 * Mails a new code of six digits, which takes the place of every older one of that address. Known and unknown addresses
 * are treated alike, to the mail. Only a browser that logged in to the account before hears that it will be asked for a
 * second factor, and only strangers share the limits of the address.
 * @throws Problem TOO_MANY_REQUESTS, MAIL_DELIVERY_ERROR when the mail server will not have the address
 */
export async function sendLoginCode(
  deps: Deps,
  { email, language, clientAddress, userAgent = null, knownAs = null }: CodeRequest,
): Promise<{ needsCode: true; needsTotp: boolean }> {
  const who = triesKeyOf(email, knownAs);
  await countTries(deps.write, codeTries(clientAddress, who), deps.config.limitFactor);
  const mailKey = await deps.write(async (work) => {
    const code = randomDigits(6);
    const expiresAt = plus(work.now, codeLivesMs);
    const [made] = await work.tx
      .insert(loginCodes)
      .values({
        email,
        codeMac: deps.signer.mac(loginCodePurpose, loginCodeText(email, code)),
        createdAt: work.now,
        expiresAt,
      })
      .returning({ id: loginCodes.id });
    const uniqueKey = `login-code|${made?.id}`;
    await work.post({
      type: 'MailCode',
      uniqueKey,
      recipient: email,
      locale: language,
      params: { code, expiresAt, at: work.now, ...deviceOf(userAgent) },
      priority: 1,
      expiresAt,
    });
    return uniqueKey;
  });
  await sendAtOnce(deps, mailKey);
  return { needsCode: true, needsTotp: knownAs !== null && (await hasSecondFactor(deps.read, knownAs)) };
}
