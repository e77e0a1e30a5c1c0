import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { randomDigits } from '#src/kernel/ids.ts';
import { plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale } from '#src/texts/locale.ts';
import { sendAtOnce } from '../emails/send-mails.ts';
import { askingTries, countTries, giveBackTries, hasTries, shortCodeTries } from '../limits.ts';
import {
  codeLivesMs,
  lengthOfCode,
  loginCodePurpose,
  loginCodeText,
  longCodeLeftMs,
  longCodeLivesMs,
} from '../rules/codes.ts';
import { deviceOf } from '../rules/device.ts';
import { loginCodes } from '../schema.ts';
import { hasSecondFactor } from '../second-factor/second-factor.ts';
import type { AskingBrowser } from './asking-browser.ts';
import { triesKeyOf } from './known-device.ts';

type CodeRequest = {
  /** Normalized. */
  email: string;
  language: Locale;
  clientAddress: string;
  browser: AskingBrowser;
  /** Whether a client without a cookie may enter the code. */
  isOpen: boolean;
  /** Only known browser names get into the mail. */
  userAgent?: string | null;
  /** The account, when this browser logged in to it before. */
  knownAs?: number | null;
};

/** `isLong`: the mailbox has a valid code of 16 digits. */
export type SentCode = { needsTotp: boolean; isLong: boolean };

/**
 * Mails a six-digit code, which replaces the previous one of this browser only. When the address has used up its short
 * codes, a 16-digit one is mailed instead, once an hour and valid in every browser, so that the owner gets in during an
 * attack. Known and unknown addresses are treated alike. Only a known device learns about the second factor.
 * @throws Problem TOO_MANY_REQUESTS, MAIL_DELIVERY_ERROR when the mail server is down or refuses the address
 */
export async function sendLoginCode(deps: Deps, request: CodeRequest): Promise<SentCode> {
  const { write, config } = deps;
  const { email, clientAddress, browser, knownAs = null } = request;
  await countTries(write, askingTries(clientAddress, browser.hash, email), config.limitFactor);
  const ofAddress = shortCodeTries(clientAddress, triesKeyOf(email, knownAs));
  const isLong = !(await hasTries(write, ofAddress, config.limitFactor));
  const mailKey = await write((work) =>
    isLong ? postLongCode(work, deps, request) : postShortCode(work, deps, request),
  );
  if (mailKey !== null) {
    await sendAtOnce(deps, mailKey, { whenDown: () => giveBackTries(write, ofAddress) });
  }
  browser.setCookie();
  return { isLong, needsTotp: knownAs !== null && (await hasSecondFactor(deps.read, knownAs)) };
}

async function postShortCode(work: Work, deps: Deps, request: CodeRequest): Promise<string> {
  const { email, browser, isOpen } = request;
  await work.tx
    .delete(loginCodes)
    .where(and(eq(loginCodes.email, email), eq(loginCodes.browserHash, browser.hash), isNull(loginCodes.usedAt)));
  return postCode(work, deps, request, { browserHash: browser.hash, openAttempts: isOpen ? 0 : null, isLong: false });
}

/** Null when the previous one is still valid for a while. */
async function postLongCode(work: Work, deps: Deps, request: CodeRequest): Promise<string | null> {
  const [living] = await work.tx
    .select({ id: loginCodes.id })
    .from(loginCodes)
    .where(
      and(
        eq(loginCodes.email, request.email),
        eq(loginCodes.isLong, true),
        isNull(loginCodes.usedAt),
        gt(loginCodes.expiresAt, plus(work.now, longCodeLeftMs)),
      ),
    );
  return living ? null : postCode(work, deps, request, { browserHash: null, openAttempts: null, isLong: true });
}

type Kind = Pick<typeof loginCodes.$inferSelect, 'browserHash' | 'openAttempts' | 'isLong'>;

async function postCode(work: Work, { signer }: Deps, request: CodeRequest, kind: Kind): Promise<string> {
  const { email, language, userAgent = null } = request;
  const code = randomDigits(lengthOfCode(kind.isLong));
  const expiresAt = plus(work.now, kind.isLong ? longCodeLivesMs : codeLivesMs);
  const codeMac = signer.mac(loginCodePurpose, loginCodeText(email, code));
  const [made] = await work.tx
    .insert(loginCodes)
    .values({ ...kind, email, codeMac, createdAt: work.now, expiresAt })
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
}
