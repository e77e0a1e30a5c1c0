import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { randomDigits } from '#src/kernel/ids.ts';
import { plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale } from '#src/texts/locale.ts';
import { sendAtOnce } from '../emails/send-at-once.ts';
import { askingTries, countTries, giveBackTries, hasTries, shortCodeTries } from '../limits.ts';
import { deviceOf } from '../rules/device.ts';
import {
  codeLivesMs,
  lengthOfCode,
  loginCodePurpose,
  loginCodeText,
  longCodeLeftMs,
  longCodeLivesMs,
} from '../rules/login-code.ts';
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
  /** Whether a client that shows no cookie may enter the code. */
  isOpen: boolean;
  /** What the browser says of itself; only names that we know of it get into the mail. */
  userAgent?: string | null;
  /** The account, when this browser logged in to it before. */
  knownAs?: number | null;
};

/** `isLong`: a code of 16 digits is in the mailbox, of now or of the last hour. */
export type SentCode = { needsTotp: boolean; isLong: boolean };

/**
 * Mails a new code of six digits, which takes the place of the one that this browser asked for before, and of no other.
 * When the address has used up its codes of six digits, whoever did that, one of 16 is mailed instead, once an hour: it is
 * good in every browser, so the owner gets in while strangers ask and guess. Known and unknown addresses are treated
 * alike, to the mail. Only a browser that logged in to the account before hears that it will be asked for a second factor.
 * @throws Problem TOO_MANY_REQUESTS, MAIL_DELIVERY_ERROR when the mail server is down or will not have the address
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

/** null: the one before is good for a while. */
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
