import { deleteCookie, getCookie } from 'hono/cookie';
import { emailError, normalizeEmail } from '#src/kernel/email.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { minutes } from '#src/kernel/time.ts';
import { paths } from '#src/ui/paths.ts';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { ownAccount, type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { saveInBrowser } from '../browser-secrets.ts';
import { pendingIdentityOf } from '../identities/pending-identity.ts';
import { CodePage, codeForm } from '../page-parts/parts.tsx';
import { endSession } from '../sessions/end-session.ts';
import { askingBrowser, askingBrowserOf, forgetAskingBrowser } from './asking-browser.ts';
import { AuthPage, type Notice } from './auth-page.tsx';
import { finishLogin } from './finish-login.ts';
import { accountKnownHere } from './known-device.ts';
import { headOfLogin, landingOf, targetOf } from './login-target.ts';
import { loginWithCode } from './login-with-code.ts';
import { loginWithoutCode } from './login-without-code.ts';
import { loginOffer } from './provider-buttons.tsx';
import { sendLoginCode } from './send-login-code.ts';

/** Keeps the address between the two pages out of URLs and logs. */
const emailCookie = 'login-email';

const noticeOf = (text: string | null): Notice | null =>
  text === 'unauthorized' || text === 'sessionInvalid' || text === 'everywhere' ? text : null;
const isBooking = (to: string): boolean => to.startsWith('/events/');
const withTarget = (path: string, to: string): string =>
  to === paths.start ? path : `${path}?to=${encodeURIComponent(to)}`;

async function showAuth(call: PageCall, to: string, email: string, state?: FormState, notice: Notice | null = null) {
  const { viewer, i18n } = call;
  const offer = await loginOffer(call);
  return call.render(
    <AuthPage
      to={to}
      email={email || (offer.pending?.email ?? '')}
      state={state}
      notice={notice}
      unverifiedEmail={viewer?.level === 'unverified' && !isBooking(to) ? viewer.email : null}
      mayGoAlone={isBooking(to)}
      offer={offer}
    />,
    await headOfLogin(call, i18n.t('accounts.auth.title'), to),
    formStatus(state),
  );
}

const showCode = async (call: PageCall, to: string, email: string, state?: FormState) =>
  call.render(
    <CodePage
      email={email}
      action={call.query.has('long') ? '/enter-code?long=1' : '/enter-code'}
      to={to}
      submit={call.i18n.t('accounts.code.submit')}
      nothing={call.i18n.t('accounts.code.nothing')}
      resend={{ action: paths.login, fields: { email, to, way: 'code', again: 1 } }}
      elsewhere={`${paths.login}?to=${encodeURIComponent(to)}`}
      state={state}
      isAgain={call.query.has('again')}
      isLong={call.query.has('long')}
    />,
    await headOfLogin(call, call.i18n.t('accounts.code.title'), to),
    formStatus(state),
  );

/** A cached page may still ask a logged-in person for the address. Another address than theirs is asked for again. */
async function continueLoggedIn(call: PageCall<'order.read'>): Promise<Response | null> {
  const to = targetOf(postedText(call, 'to'));
  if (postedText(call, 'way') !== 'alone' || !isBooking(to)) return null;
  const isSame = normalizeEmail(postedText(call, 'email')) === call.viewer.email;
  return call.redirect(isSame || call.viewer.level === 'verified' ? to : withTarget(paths.login, to));
}

export const loginPages: readonly PageRoute[] = [
  page({ method: 'get', path: '/auth', may: 'session.begin' }, async (call) => {
    const { viewer, query } = call;
    const to = targetOf(query.get('to'));
    const notice = noticeOf(query.get('notice'));
    const isAsked = notice === 'sessionInvalid' || (await pendingIdentityOf(call.deps, call.context)) !== null;
    if (viewer?.level === 'verified' && !isAsked) return call.redirect(await landingOf(call.deps, viewer, to));
    return showAuth(call, to, viewer?.email ?? '', undefined, notice);
  }),

  page({ method: 'post', path: '/auth', may: 'session.begin', onStaleToken: continueLoggedIn }, async (call) => {
    const { deps, form, i18n, clientAddress, context } = call;
    const to = targetOf(postedText(call, 'to'));
    const done = await runForm(call, async () => {
      const email =
        normalizeEmail(postedText(call, 'email')) ?? refuseFields({ email: [emailError(postedText(call, 'email'))] });
      if (postedText(call, 'way') === 'alone' && isBooking(to)) {
        await loginWithoutCode(deps, context, email);
        return to;
      }
      const knownAs = await accountKnownHere(deps, context, email);
      const userAgent = context.req.header('user-agent') ?? null;
      const who = { browser: askingBrowser(deps, context), isOpen: false, userAgent, knownAs };
      const { isLong } = await sendLoginCode(deps, { email, language: i18n.locale, clientAddress, ...who });
      saveInBrowser(deps, context, { name: emailCookie, value: email, forMs: minutes(15) });
      const code = new URLSearchParams({ to, ...(isLong ? { long: '1' } : form.has('again') ? { again: '1' } : {}) });
      return `/enter-code?${code}`;
    });
    return 'to' in done ? call.redirect(done.to) : showAuth(call, to, '', done.state);
  }),

  page({ method: 'get', path: '/enter-code', may: 'session.begin' }, async (call) => {
    const to = targetOf(call.query.get('to'));
    const email = normalizeEmail(getCookie(call.context, emailCookie) ?? '');
    return email ? showCode(call, to, email) : call.redirect(withTarget(paths.login, to));
  }),

  page({ method: 'post', path: '/enter-code', may: 'session.begin', savesInput: false }, async (call) => {
    const { deps, i18n, clientAddress, context } = call;
    const to = targetOf(postedText(call, 'to'));
    const email = normalizeEmail(getCookie(context, emailCookie) ?? '');
    if (!email) return call.redirect(withTarget(paths.login, to));
    const enter = async () => {
      const code = postedText(call, 'code');
      if (!/\d/.test(code)) refuseFields({ code: ['accounts.code.missing'] });
      const knownAs = await accountKnownHere(deps, context, email);
      const browser = askingBrowserOf(context);
      const login = { email, code, language: i18n.locale, clientAddress, browser, knownAs };
      const userId = await loginWithCode(deps, login, async (_, id) => id);
      const { next } = await finishLogin(deps, context, { userId, provider: 'code', target: to });
      deleteCookie(context, emailCookie, { path: '/' });
      forgetAskingBrowser(deps, context);
      return next;
    };
    const done = await runForm(call, enter, codeForm(call));
    return 'to' in done ? call.redirect(done.to) : showCode(call, to, email, done.state);
  }),

  page({ method: 'post', path: '/auth/logout', may: 'session.end', load: ownAccount }, async (call) => {
    await endSession(call.deps, call.context, call.viewer);
    return call.redirect(paths.home);
  }),
];
