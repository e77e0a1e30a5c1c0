import { normalizeEmail } from '#src/kernel/email.ts';
import { Problem } from '#src/kernel/problem.ts';
import { ownAccount, type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import { paths } from '#src/ui/paths.ts';
import { CodePage } from '../page-parts/code-page.tsx';
import { fieldError, refusedForm, type ShownAgain, textOf } from '../page-parts/forms.ts';
import { askForEmailChange, awaitedEmail, confirmEmailChange } from './change-email.ts';
import { EmailPage, emailCodePath, emailPath } from './email-page.tsx';

type Call = PageCall<'account.email'>;
const showEmail = (call: Call, state?: ShownAgain) =>
  call.render(
    <EmailPage email={call.viewer.email} state={state} />,
    { title: call.words.t('account.email.title'), noIndex: true },
    state?.status ?? 200,
  );

const showCode = (call: Call, newEmail: string, state?: ShownAgain) =>
  call.render(
    <CodePage
      email={newEmail}
      soft={call.words.t('account.email.after')}
      action={emailCodePath}
      submit={call.words.t('account.email.confirm')}
      resend={{ action: emailPath, fields: { newEmail, again: 1 } }}
      elsewhere={emailPath}
      state={state}
      isAgain={call.query.has('again')}
    />,
    { title: call.words.t('accounts.code.title'), noIndex: true },
    state?.status ?? 200,
  );

/** A new address: typed, proven by the code that it receives, and then the account's. */
export const emailPages: readonly PageRoute[] = [
  page({ method: 'get', path: emailPath, may: 'account.email', load: ownAccount }, (call) => showEmail(call)),

  page({ method: 'post', path: emailPath, may: 'account.email', load: ownAccount }, async (call) => {
    const { deps, form, words, viewer, clientAddress } = call;
    const input = textOf(form, 'newEmail');
    const newEmail = normalizeEmail(input);
    if (!newEmail) return showEmail(call, fieldError('newEmail', words.t('ui.form.invalidEmail'), input));
    if (newEmail === viewer.email)
      return showEmail(call, fieldError('newEmail', words.t('problem.field.sameEmail'), input));
    try {
      await askForEmailChange(deps, { viewer, newEmail, language: words.locale, clientAddress });
    } catch (error) {
      return showEmail(call, refusedForm(call, error, { newEmail: input }));
    }
    return call.redirect(form.has('again') ? `${emailCodePath}?again=1` : emailCodePath);
  }),

  page({ method: 'get', path: emailCodePath, may: 'account.email', load: ownAccount }, async (call) => {
    const newEmail = await awaitedEmail(call.deps, call.viewer.userId);
    return newEmail ? showCode(call, newEmail) : call.redirect(emailPath);
  }),

  page(
    { method: 'post', path: emailCodePath, may: 'account.email', load: ownAccount, keepsInput: false },
    async (call) => {
      const { deps, viewer, form, words } = call;
      const newEmail = await awaitedEmail(deps, viewer.userId);
      if (!newEmail) return call.redirect(emailPath);
      try {
        await confirmEmailChange(deps, viewer, textOf(form, 'code'));
      } catch (error) {
        const code = error instanceof Problem ? error.code : null;
        if (code === 'INVALID_CODE')
          return showCode(call, newEmail, fieldError('code', words.t('accounts.code.wrong')));
        if (code === 'RESOURCE_IN_USE')
          return showEmail(call, { input: { newEmail }, refusal: words.t('account.email.taken'), status: 409 });
        return showCode(call, newEmail, refusedForm(call, error));
      }
      return call.redirect(`${paths.settings}?saved=email`);
    },
  ),
];
