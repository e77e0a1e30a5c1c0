import { emailError, normalizeEmail } from '#src/kernel/email.ts';
import { Problem, refuseFields } from '#src/kernel/problem.ts';
import { EmailField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { formPages } from '#src/web/forms/form-pages.ts';
import { postedText, refusedForm, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { ownAccount, type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { AccountFrame, CodePage, codeForm } from '../page-parts/parts.tsx';
import { awaitedEmail, confirmEmailChange, requestEmailChange } from './change-email.ts';

const emailPath = '/settings/email';
const emailCodePath = '/settings/email/code';

function EmailPage({ email, state }: { email: string; state: FormState | undefined }) {
  const { i18n } = usePage();
  return (
    <AccountFrame title={i18n.t('account.email.title')} lead={i18n.t('account.email.intro', { email })}>
      <Form
        action={emailPath}
        state={state ?? {}}
        guard={state ? 'changed' : true}
        requiredNote={i18n.t('ui.form.required')}
      >
        <EmailField name="newEmail" label={i18n.t('account.email.new')} required />
        <div className="form-actions">
          <Button>{i18n.t('account.email.send')}</Button>
          <ButtonLink href={paths.settings} look="plain">
            {i18n.t('ui.form.cancel')}
          </ButtonLink>
        </div>
      </Form>
    </AccountFrame>
  );
}

type Call = PageCall<'account.email'>;
const showEmail = (call: Call, state?: FormState) =>
  call.render(
    <EmailPage email={call.viewer.email} state={state} />,
    { title: call.i18n.t('account.email.title'), noIndex: true },
    formStatus(state),
  );

const showCode = (call: Call, newEmail: string, state?: FormState) =>
  call.render(
    <CodePage
      email={newEmail}
      soft={call.i18n.t('account.email.after')}
      action={emailCodePath}
      submit={call.i18n.t('account.email.confirm')}
      resend={{ action: emailPath, fields: { newEmail, again: 1 } }}
      elsewhere={emailPath}
      state={state}
      isAgain={call.query.has('again')}
    />,
    { title: call.i18n.t('accounts.code.title'), noIndex: true },
    formStatus(state),
  );

export const emailPages: readonly PageRoute[] = [
  ...formPages({
    path: emailPath,
    may: 'account.email',
    load: ownAccount,
    loadData: (call: Call) => call,
    show: showEmail,
    save: (call) =>
      runForm(call, async () => {
        const { deps, form, i18n, viewer, clientAddress } = call;
        const newEmail =
          normalizeEmail(postedText(call, 'newEmail')) ??
          refuseFields({ newEmail: [emailError(postedText(call, 'newEmail'))] });
        await requestEmailChange(deps, { viewer, newEmail, language: i18n.locale, clientAddress });
        return form.has('again') ? `${emailCodePath}?again=1` : emailCodePath;
      }),
  }),

  page({ method: 'get', path: emailCodePath, may: 'account.email', load: ownAccount }, async (call) => {
    const newEmail = await awaitedEmail(call.deps, call.viewer.userId);
    return newEmail ? showCode(call, newEmail) : call.redirect(emailPath);
  }),

  page(
    { method: 'post', path: emailCodePath, may: 'account.email', load: ownAccount, savesInput: false },
    async (call) => {
      const { deps, viewer, i18n } = call;
      const newEmail = await awaitedEmail(deps, viewer.userId);
      if (!newEmail) return call.redirect(emailPath);
      try {
        await confirmEmailChange(deps, viewer, postedText(call, 'code'));
      } catch (error) {
        const { state } = refusedForm(call, error, codeForm(call));
        if (!(error instanceof Problem) || error.code !== 'RESOURCE_IN_USE') return showCode(call, newEmail, state);
        return showEmail(call, { ...state, input: { newEmail }, refusal: i18n.t('account.email.taken') });
      }
      return call.redirect(`${paths.settings}?saved=email`);
    },
  ),
];
