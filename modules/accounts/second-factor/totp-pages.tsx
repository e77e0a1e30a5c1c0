import { qrDataUrl } from '#src/documents/qr.ts';
import { Problem } from '#src/kernel/problem.ts';
import { postedText, refusedForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { ownAccount, type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { rotateSession } from '../sessions/rotate-session.ts';
import { beginTotp, begunTotp, disableTotp, enableTotp, renewRecoveryCodes } from './change-totp.ts';
import { factorCodeIn, factorForm, securityPath, totpPath } from './factor-form.ts';
import { countRecoveryCodes } from './recovery-codes.ts';
import { hasSecondFactor } from './second-factor.ts';
import { BeginTotpPage, ManageTotpPage, RecoveryCodesPage, SetUpTotpPage } from './totp-page.tsx';

type Call = PageCall<'account.totp'>;

async function showTotp(call: Call, state?: FormState) {
  const { deps, viewer, i18n } = call;
  const head = { title: i18n.t('security.totp.title'), noIndex: true };
  if (await hasSecondFactor(deps.read, viewer.userId)) {
    const left = await countRecoveryCodes(deps.read, viewer.userId);
    return call.render(<ManageTotpPage left={left} state={state} />, head, formStatus(state));
  }
  const begun = await begunTotp(deps, i18n, viewer);
  if (!begun) {
    const page = <BeginTotpPage isOver={state !== undefined} isRequired={viewer.isSuperAdmin && !deps.demo} />;
    return call.render(page, head, state ? 400 : 200);
  }
  const picture = await qrDataUrl(begun.otpauthUri, { width: 440 });
  return call.render(<SetUpTotpPage {...begun} picture={picture} state={state} />, head, formStatus(state));
}

/** The codes are not stored, so the response to the form shows them. Submitting again is refused. */
const showRecoveryCodes = (call: Call, codes: string[], isNew: boolean) =>
  call.render(<RecoveryCodesPage codes={codes} email={call.viewer.email} isNew={isNew} />, {
    title: call.i18n.t('security.codes.title'),
    noIndex: true,
  });

const changeOf = (call: Call) => ({
  viewer: call.viewer,
  input: factorCodeIn(call),
  network: call.clientAddress,
});

export const totpPages: readonly PageRoute[] = [
  page({ method: 'get', path: totpPath, may: 'account.totp', load: ownAccount }, (call) => showTotp(call)),

  page({ method: 'post', path: `${totpPath}/begin`, may: 'account.totp', load: ownAccount }, async (call) => {
    const { deps, viewer, i18n } = call;
    try {
      await beginTotp(deps, i18n, viewer);
    } catch (error) {
      // Already enabled: the page shows the options.
      if (!(error instanceof Problem)) throw error;
    }
    return call.redirect(totpPath);
  }),

  page({ method: 'post', path: totpPath, may: 'account.totp', load: ownAccount, savesInput: false }, async (call) => {
    const { deps, viewer, context } = call;
    try {
      const codes = await enableTotp(deps, changeOf(call));
      await rotateSession(deps, context, viewer);
      return await showRecoveryCodes(call, codes, true);
    } catch (error) {
      if (error instanceof Problem && error.code === 'RESOURCE_IN_USE') return call.redirect(totpPath);
      return showTotp(call, refusedForm(call, error, factorForm(call)).state);
    }
  }),

  page(
    { method: 'post', path: `${totpPath}/change`, may: 'account.totp', load: ownAccount, savesInput: false },
    async (call) => {
      const { deps, viewer, context } = call;
      try {
        if (postedText(call, 'way') !== 'off') {
          return await showRecoveryCodes(call, await renewRecoveryCodes(deps, changeOf(call)), false);
        }
        await disableTotp(deps, changeOf(call));
        await rotateSession(deps, context, viewer);
        return call.redirect(`${securityPath}?done=off`);
      } catch (error) {
        return showTotp(call, refusedForm(call, error, factorForm(call)).state);
      }
    },
  ),
];
