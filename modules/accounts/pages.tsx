import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { present } from '#src/kernel/assert.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { type Access, insidePath, type PageCall, type PageRoute, page } from '#src/platform/http.ts';
import type { Words } from '#src/platform/locale.ts';
import type { FormErrors } from '#src/ui/form.tsx';
import { formatDate, parseDate } from '#src/ui/format.ts';
import { paths } from '#src/ui/paths.ts';
import { changeSettings } from './change-settings.ts';
import { loginWithCode } from './login-with-code.ts';
import { loginWithoutCode } from './login-without-code.ts';
import { AuthPage } from './pages/auth-page.tsx';
import { CodePage } from './pages/code-page.tsx';
import { type SettingsFields, SettingsPage } from './pages/settings-page.tsx';
import { normalizeEmail } from './rules/email.ts';
import { sendLoginCode } from './send-login-code.ts';
import { endSession, startSession } from './sessions.ts';
import { settingsChangeSchema } from './shapes.ts';
import { userById } from './users.ts';

type Call<A extends Access = Access> = PageCall<A>;
type Wrong = { errors?: FormErrors; refusal?: string; status?: 400 | 429 };

/** The address between the two pages of the login, so that it stands in no link and no log. */
const emailCookie = 'login-email';

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** Where the login leads: inside this site, and not in a circle. */
function targetOf(candidate: string | null): string {
  const path = insidePath(candidate, paths.home);
  return /^\/(auth|enter-code)([/?#]|$)/.test(path) ? paths.home : path;
}

const isBooking = (to: string): boolean => to.startsWith('/events/');
const withTarget = (path: string, to: string): string =>
  to === paths.home ? path : `${path}?to=${encodeURIComponent(to)}`;

/** What the shop said no to, in words; anything else goes on its way to the error page. */
function refusalOf(call: Call, error: unknown): Required<Pick<Wrong, 'refusal' | 'status'>> {
  if (!(error instanceof Problem)) throw error;
  const wait = error.details.retryAfterSeconds;
  if (typeof wait === 'number') call.context.header('retry-after', String(wait));
  const key = `problem.${error.code}`;
  const { words } = call;
  return { refusal: words.t(words.has(key) ? key : 'problem.UNKNOWN'), status: error.status === 429 ? 429 : 400 };
}

function showAuth(call: Call, to: string, email: string, { errors = {}, refusal, status }: Wrong = {}) {
  const { viewer, words } = call;
  return call.render(
    <AuthPage
      to={to}
      email={email}
      errors={errors}
      refusal={refusal ?? null}
      unverifiedEmail={viewer && !isBooking(to) ? viewer.email : null}
      mayGoAlone={isBooking(to)}
    />,
    { title: words.t('accounts.auth.title'), noIndex: true },
    status ?? 200,
  );
}

function showCode(call: Call, to: string, email: string, code = '', { errors = {}, refusal, status }: Wrong = {}) {
  return call.render(
    <CodePage to={to} email={email} code={code} errors={errors} refusal={refusal ?? null} />,
    { title: call.words.t('accounts.code.title'), noIndex: true },
    status ?? 200,
  );
}

const loginPages: readonly PageRoute[] = [
  page({ method: 'get', path: '/auth', access: 'guest' }, async (call) => {
    const to = targetOf(call.query.get('to'));
    if (call.viewer?.level === 'verified') return call.redirect(to);
    return showAuth(call, to, call.viewer?.email ?? '');
  }),

  page({ method: 'post', path: '/auth', access: 'guest' }, async (call) => {
    const { deps, form, words, clientAddress, context } = call;
    const to = targetOf(textOf(form, 'to'));
    const typed = textOf(form, 'email');
    const email = normalizeEmail(typed);
    if (!email) return showAuth(call, to, typed, { errors: { email: words.t('ui.form.invalidEmail') }, status: 400 });
    try {
      if (textOf(form, 'way') === 'alone' && isBooking(to)) {
        const { userId } = await loginWithoutCode(deps, { email, clientAddress });
        await startSession(deps, context, { userId, level: 'unverified' });
        return call.redirect(to);
      }
      await sendLoginCode(deps, { email, language: words.locale, clientAddress });
    } catch (error) {
      return showAuth(call, to, typed, refusalOf(call, error));
    }
    const secure = deps.config.publicUrl.startsWith('https:');
    setCookie(context, emailCookie, email, { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 900, secure });
    return call.redirect(withTarget('/enter-code', to));
  }),

  page({ method: 'get', path: '/enter-code', access: 'guest' }, async (call) => {
    const to = targetOf(call.query.get('to'));
    const email = normalizeEmail(getCookie(call.context, emailCookie) ?? '');
    return email ? showCode(call, to, email) : call.redirect(withTarget(paths.login, to));
  }),

  page({ method: 'post', path: '/enter-code', access: 'guest' }, async (call) => {
    const { deps, form, words, clientAddress, context } = call;
    const to = targetOf(textOf(form, 'to'));
    const code = textOf(form, 'code');
    const email = normalizeEmail(getCookie(context, emailCookie) ?? '');
    if (!email) return call.redirect(withTarget(paths.login, to));
    if (!/\d/.test(code)) {
      return showCode(call, to, email, code, { errors: { code: words.t('accounts.code.missing') }, status: 400 });
    }
    try {
      const { userId } = await loginWithCode(deps, { email, code, language: words.locale, clientAddress });
      await startSession(deps, context, { userId, level: 'verified' });
    } catch (error) {
      const { refusal, status } = refusalOf(call, error);
      return showCode(
        call,
        to,
        email,
        '',
        status === 429 ? { refusal, status } : { errors: { code: words.t('accounts.code.wrong') }, status },
      );
    }
    deleteCookie(context, emailCookie, { path: '/' });
    return call.redirect(to);
  }),

  page({ method: 'post', path: '/auth/logout', access: 'guest' }, async (call) => {
    await endSession(call.deps, call.context, call.viewer);
    return call.redirect(paths.home);
  }),
];

function showSettings(call: Call<'verified'>, fields: SettingsFields, errors: FormErrors = {}) {
  const saved = call.query.get('saved') === '1' && Object.keys(errors).length === 0;
  return call.render(
    <SettingsPage email={call.viewer.email} fields={fields} errors={errors} saved={saved} />,
    { title: call.words.t('accounts.settings.title'), noIndex: true },
    Object.keys(errors).length > 0 ? 400 : 200,
  );
}

function settingsError(words: Words, field: string): string {
  if (field === 'birthDate') return words.t('ui.form.invalidDate');
  if (field === 'firstname' || field === 'lastname') return words.t('accounts.settings.tooLong', { most: 100 });
  return words.t('ui.form.invalid');
}

const settingsPages: readonly PageRoute[] = [
  page({ method: 'get', path: '/settings', access: 'verified' }, async (call) => {
    const { deps, viewer, words } = call;
    const user = present(await userById(deps.read, viewer.userId), 'a session has an account');
    return showSettings(call, {
      firstname: user.firstname ?? '',
      lastname: user.lastname ?? '',
      gender: user.gender ?? '',
      birthDate: user.birthDate ? formatDate(user.birthDate, words.locale) : '',
      nationalityCountryCode: user.nationalityCountryCode ?? '',
      language: user.language ?? words.locale,
      termsOfUseAccepted: user.termsAcceptedAt !== null,
    });
  }),

  page({ method: 'post', path: '/settings', access: 'verified' }, async (call) => {
    const { deps, viewer, words, form } = call;
    const fields: SettingsFields = {
      firstname: textOf(form, 'firstname'),
      lastname: textOf(form, 'lastname'),
      gender: textOf(form, 'gender'),
      birthDate: textOf(form, 'birthDate'),
      nationalityCountryCode: textOf(form, 'nationalityCountryCode'),
      language: textOf(form, 'language'),
      termsOfUseAccepted: form.get('termsOfUseAccepted') === 'true',
    };
    const typedDate = fields.birthDate.trim();
    const parsed = settingsChangeSchema.safeParse({
      ...fields,
      gender: fields.gender || null,
      nationalityCountryCode: fields.nationalityCountryCode || null,
      birthDate: typedDate === '' ? null : (parseDate(typedDate, words.locale) ?? typedDate),
    });
    if (!parsed.success) {
      const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
      return showSettings(
        call,
        fields,
        Object.fromEntries([...names].map((name) => [name, settingsError(words, name)])),
      );
    }
    try {
      const change = { ...parsed.data, birthDate: parsed.data.birthDate as CalendarDate | null };
      await deps.write((work) => changeSettings(work, viewer.userId, change));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return showSettings(call, fields, { birthDate: words.t('accounts.settings.birthDateFuture') });
    }
    return call.redirect(`${paths.settings}?saved=1`);
  }),
];

export const accountPages: readonly PageRoute[] = [...loginPages, ...settingsPages];
