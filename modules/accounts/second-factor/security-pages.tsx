import { Problem } from '#src/kernel/problem.ts';
import { ownAccount, type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import { qrDataUrl } from '#src/platform/qr.ts';
import { paths } from '#src/ui/paths.ts';
import { factorRefusal } from '../pages/factor-refusal.ts';
import { fieldError, type ShownAgain, textOf } from '../pages/forms.ts';
import { RecoveryCodesPage } from '../pages/recovery-codes-page.tsx';
import { endSessionPath, everywherePath, SecurityPage, securityPath, totpPath } from '../pages/security-page.tsx';
import { BeginTotpPage, ManageTotpPage, SetUpTotpPage } from '../pages/totp-page.tsx';
import { refuse } from '../rules/problems.ts';
import { endSessionByKey, logOutEverywhere } from '../sessions/end-sessions.ts';
import { sessionKeyShape, sessionList } from '../sessions/session-list.ts';
import { rotateSession, takeSessionCookies } from '../sessions/sessions.ts';
import { beginTotp, begunTotp } from './begin-totp.ts';
import { disableTotp } from './disable-totp.ts';
import { enableTotp } from './enable-totp.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { hasSecondFactor } from './second-factor.ts';

type Call = PageCall<'account.totp'>;

/** Before it is begun, while it is being set up, or once it is on: one address shows what comes next. */
async function showTotp(call: Call, state?: ShownAgain) {
  const { deps, viewer, words } = call;
  const head = { title: words.t('security.totp.title'), noIndex: true };
  if (await hasSecondFactor(deps.read, viewer.userId)) {
    const left = await countRecoveryCodes(deps.read, viewer.userId);
    return call.render(<ManageTotpPage left={left} state={state} />, head, state?.status ?? 200);
  }
  const begun = await begunTotp(deps, words, viewer);
  // Answered too late, what was begun is over.
  if (!begun) return call.render(<BeginTotpPage isOver={state !== undefined} />, head, state ? 400 : 200);
  const picture = await qrDataUrl(begun.otpauthUri, { width: 440 });
  return call.render(<SetUpTotpPage {...begun} picture={picture} state={state} />, head, state?.status ?? 200);
}

/** Nothing keeps the codes, so the answer to the form shows them itself: sent once more it is refused. */
const showRecoveryCodes = (call: Call, codes: string[], isNew: boolean) =>
  call.render(<RecoveryCodesPage codes={codes} email={call.viewer.email} isNew={isNew} />, {
    title: call.words.t('security.codes.title'),
    noIndex: true,
  });

const changeOf = ({ viewer, form, clientAddress }: Call) => ({
  viewer,
  input: textOf(form, 'code'),
  network: clientAddress,
});

const missingCode = ({ form, words }: Call): ShownAgain | null =>
  textOf(form, 'code').trim() === '' ? fieldError('code', words.t('security.factor.missing')) : null;

export const securityPages: readonly PageRoute[] = [
  page({ method: 'get', path: securityPath, may: 'account.read', load: ownAccount }, async (call) => {
    const { deps, viewer, words, query } = call;
    const isOn = await hasSecondFactor(deps.read, viewer.userId);
    const news = (['off', 'ended'] as const).find((name) => query.get('done') === name) ?? null;
    return call.render(
      <SecurityPage
        isOn={isOn}
        left={isOn ? await countRecoveryCodes(deps.read, viewer.userId) : 0}
        sessions={await sessionList(deps, viewer)}
        mayChange={viewer.impersonator === null}
        news={news}
      />,
      { title: words.t('security.title'), noIndex: true },
    );
  }),

  page({ method: 'post', path: endSessionPath, may: 'account.sessions', load: ownAccount }, async (call) => {
    const { deps, viewer, form, clientAddress } = call;
    const key = textOf(form, 'key');
    if (!sessionKeyShape.test(key)) refuse('NOT_FOUND');
    await deps.write((work) => endSessionByKey(work, viewer, key, clientAddress));
    return call.redirect(`${securityPath}?done=ended`);
  }),

  page({ method: 'post', path: everywherePath, may: 'account.sessions', load: ownAccount }, async (call) => {
    const { deps, viewer, context, clientAddress } = call;
    await deps.write((work) => logOutEverywhere(work, viewer, clientAddress));
    takeSessionCookies(deps, context);
    return call.redirect(`${paths.login}?notice=everywhere`);
  }),

  page({ method: 'get', path: totpPath, may: 'account.totp', load: ownAccount }, (call) => showTotp(call)),

  page({ method: 'post', path: `${totpPath}/begin`, may: 'account.totp', load: ownAccount }, async (call) => {
    const { deps, viewer, words } = call;
    try {
      await beginTotp(deps, words, viewer);
    } catch (error) {
      // It is on already; the page shows what can be done with it.
      if (!(error instanceof Problem)) throw error;
    }
    return call.redirect(totpPath);
  }),

  page({ method: 'post', path: totpPath, may: 'account.totp', load: ownAccount, keepsInput: false }, async (call) => {
    const { deps, viewer, context } = call;
    const missing = missingCode(call);
    if (missing) return showTotp(call, missing);
    try {
      const codes = await enableTotp(deps, changeOf(call));
      await rotateSession(deps, context, viewer);
      return await showRecoveryCodes(call, codes, true);
    } catch (error) {
      if (error instanceof Problem && error.code === 'RESOURCE_IN_USE') return call.redirect(totpPath);
      return showTotp(call, factorRefusal(call, error, textOf(call.form, 'code')));
    }
  }),

  page(
    { method: 'post', path: `${totpPath}/change`, may: 'account.totp', load: ownAccount, keepsInput: false },
    async (call) => {
      const { deps, viewer, context, form } = call;
      const missing = missingCode(call);
      if (missing) return showTotp(call, missing);
      try {
        if (textOf(form, 'way') !== 'off') {
          return await showRecoveryCodes(call, await renewRecoveryCodes(deps, changeOf(call)), false);
        }
        await disableTotp(deps, changeOf(call));
        await rotateSession(deps, context, viewer);
        return call.redirect(`${securityPath}?done=off`);
      } catch (error) {
        return showTotp(call, factorRefusal(call, error, textOf(form, 'code')));
      }
    },
  ),
];
