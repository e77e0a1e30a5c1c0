import { Problem } from '#src/kernel/problem.ts';
import { type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import { paths } from '#src/ui/paths.ts';
import { EmailCodePage, EmailPage, type EmailPageProps, emailCodePath, emailPath } from '../pages/email-page.tsx';
import { refusalOf, textOf } from '../pages/forms.ts';
import { normalizeEmail } from '../rules/email.ts';
import { askForEmailChange, awaitedEmail, confirmEmailChange } from './change-email.ts';

type Call = PageCall<'account.email'>;
type Wrong = Partial<Pick<EmailPageProps, 'errors' | 'refusal'>> & { status?: 400 | 429 };

const showEmail = (call: Call, newEmail: string, { errors = {}, refusal = null, status }: Wrong = {}) =>
  call.render(
    <EmailPage email={call.viewer.email} newEmail={newEmail} errors={errors} refusal={refusal} />,
    { title: call.words.t('account.email.title'), noIndex: true },
    status ?? 200,
  );

const showCode = (call: Call, newEmail: string, { errors = {}, refusal = null, status }: Wrong = {}) =>
  call.render(
    <EmailCodePage
      newEmail={newEmail}
      errors={errors}
      refusal={refusal}
      isAgain={!status && call.query.has('again')}
    />,
    { title: call.words.t('accounts.code.title'), noIndex: true },
    status ?? 200,
  );

/** A new address: typed, proven by the code that it receives, and then the account's. */
export const emailPages: readonly PageRoute[] = [
  page({ method: 'get', path: emailPath, may: 'account.email' }, (call) => showEmail(call, '')),

  page({ method: 'post', path: emailPath, may: 'account.email' }, async (call) => {
    const { deps, form, words, viewer, clientAddress } = call;
    const typed = textOf(form, 'newEmail');
    const newEmail = normalizeEmail(typed);
    if (!newEmail) {
      return showEmail(call, typed, { errors: { newEmail: words.t('ui.form.invalidEmail') }, status: 400 });
    }
    if (newEmail === viewer.email) {
      return showEmail(call, typed, { errors: { newEmail: words.t('problem.field.sameEmail') }, status: 400 });
    }
    try {
      await askForEmailChange(deps, { viewer, newEmail, language: words.locale, clientAddress });
    } catch (error) {
      return showEmail(call, typed, refusalOf(call, error));
    }
    return call.redirect(form.has('again') ? `${emailCodePath}?again=1` : emailCodePath);
  }),

  page({ method: 'get', path: emailCodePath, may: 'account.email' }, async (call) => {
    const newEmail = await awaitedEmail(call.deps, call.viewer.userId);
    return newEmail ? showCode(call, newEmail) : call.redirect(emailPath);
  }),

  page({ method: 'post', path: emailCodePath, may: 'account.email', keepsInput: false }, async (call) => {
    const { deps, viewer, form, words } = call;
    const newEmail = await awaitedEmail(deps, viewer.userId);
    if (!newEmail) return call.redirect(emailPath);
    try {
      await confirmEmailChange(deps, viewer, textOf(form, 'code'));
    } catch (error) {
      if (error instanceof Problem && error.code === 'INVALID_CODE') {
        return showCode(call, newEmail, { errors: { code: words.t('accounts.code.wrong') }, status: 400 });
      }
      if (error instanceof Problem && error.code === 'RESOURCE_IN_USE') {
        return showEmail(call, newEmail, { refusal: words.t('account.email.taken'), status: 400 });
      }
      return showCode(call, newEmail, refusalOf(call, error));
    }
    return call.redirect(`${paths.settings}?saved=email`);
  }),
];
