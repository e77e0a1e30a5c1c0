import type { Hono } from 'hono';
import { hasSecondFactor, totpPath } from '#modules/accounts/index.ts';
import { type Permission, requirePermission } from '#src/access/permissions.ts';
import { withoutUnseen } from '#src/kernel/plain-text.ts';
import { Problem } from '#src/kernel/problem.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { isGone } from '#src/web/error-answer.ts';
import { namesOwnOrigin, refuseForeignOrigin, refuseForgery } from '#src/web/forgery.ts';
import { storeForm, takeSavedForm } from '#src/web/forms/saved-forms.ts';
import type { AppContext, Env, PageCall, PageRoute } from '#src/web/http.ts';
import { insidePath, withQuery } from '#src/web/http.ts';
import { saveLanguage } from '#src/web/language-cookie.ts';
import { baseCall, honoPath, paramsOf } from '#src/web/mount-api.ts';
import type { SharedPages } from '#src/web/shared-pages.ts';
import { uploadedForm } from '#src/web/uploads.ts';
import { wayBack } from '#src/web/way-back.ts';
import { renderPage } from './render-page.tsx';

/**
 * Mounts one page. A caller without the needed session is sent to the login (`showError`) and returns afterwards. `hasPage`: the
 * form's address also has a GET page.
 */
export function mountPage(app: Hono<Env>, route: PageRoute, sharedPages: SharedPages, hasPage: boolean): void {
  app.on(route.method.toUpperCase(), honoPath(route.path), async (context) => {
    const { viewer } = context.var;
    if (await lacksSecondFactor(context, route.path)) return context.redirect(totpPath, 303);
    const refusal = refusalOf(route, context);
    const instead = refusal ? await route.beforeLogin?.(baseCall(context, route.may, paramsOf(context))) : null;
    if (instead) return context.redirect(instead, 303);
    // No upload is read before the caller may send one; the CSRF token is in the form.
    if (route.upload) refuseForeignOrigin(context);
    // The form is read only if the caller can log in and continue.
    if (refusal && (route.upload || !loginFor(context, refusal))) throw refusal;
    const record = refusal ? undefined : await route.load?.(baseCall(context, route.may, paramsOf(context)));
    let form = new FormData();
    try {
      form = await formOf(context, route);
      if (!route.withoutCsrf) refuseForgery(context, viewer, textOf(form.get('csrf')));
      if (refusal) throw refusal;
    } catch (error) {
      const back = tooLargePath(context, route, error);
      const answer = back ? context.redirect(back, 303) : await savedInstead(context, route, form, error, hasPage);
      if (answer) return answer;
      throw error;
    }
    if (route.shared) {
      const shared = await sharedPages.serve(context, () => route.run(pageCall(context, route.may, form, record)));
      if (shared) return shared;
    }
    if (viewer && route.method === 'get') {
      const kept = await takeSavedForm(context);
      context.set('savedForm', kept);
      // Continues in the language of the input.
      if (kept && kept.locale !== context.var.i18n.locale) {
        saveLanguage(context, kept.locale);
        context.set('i18n', translatorFor(kept.locale));
      }
    }
    return route.run(pageCall(context, route.may, form, record));
  });
}

/** Super admins need a second factor for pages of the management, except in the demo. Calls need it at their login. */
async function lacksSecondFactor(context: AppContext, path: string): Promise<boolean> {
  const { viewer, deps } = context.var;
  if (!viewer?.isSuperAdmin || deps.demo || !/^\/admin(\/|$)/.test(path)) return false;
  return !(await hasSecondFactor(deps.read, viewer.userId));
}

/** Why the caller may not enter; null when they may. */
function refusalOf({ may }: PageRoute, context: AppContext): unknown {
  try {
    requirePermission(may, context.var.viewer, context.var.deps.clock());
    return null;
  } catch (error) {
    return error;
  }
}

/**
 * Saves the input of a form that may not be posted any more and redirects to where the visitor can continue; null when it is not
 * saved. Only requests that name this site as their origin are saved; scripts handle the refusal themselves.
 */
async function savedInstead(
  context: AppContext,
  route: PageRoute,
  form: FormData,
  error: unknown,
  hasPage: boolean,
): Promise<Response | null> {
  const { savesInput = () => true, onStaleToken } = route;
  if (route.method !== 'post' || !(error instanceof Problem) || !namesOwnOrigin(context)) return null;
  const { viewer, deps } = context.var;
  const login = loginFor(context, error);
  const isStale = error.code === 'INVALID_CSRF_TOKEN' && viewer !== null;
  if (isStale) requirePermission(route.may, viewer, deps.clock());
  const own = isStale && (await onStaleToken?.({ ...pageCall(context, route.may, form), viewer }));
  if (own) return own;
  const asksForData = context.req.header('accept')?.startsWith('application/json');
  if (!(isStale || login) || asksForData || !savesInput || !savesInput(form)) return null;
  const page = pageOfForm(context, hasPage);
  if (!page) return null;
  const isKept = await storeForm(context, page, form);
  if (isStale) return isKept ? context.redirect(page, 303) : null;
  return context.redirect(login?.replace(/to=[^&]*/, `to=${encodeURIComponent(page)}`) ?? page, 303);
}

/** The page of the form by the `referer`, or the form's own address; null when neither is a page. */
function pageOfForm(context: AppContext, hasPage: boolean): string | null {
  if (context.req.header('referer')) return wayBack(context);
  return hasPage ? insidePath(new URL(context.req.url).pathname) : null;
}

function pageCall(
  context: AppContext,
  may: Permission,
  form: FormData,
  record: unknown = undefined,
): PageCall<'site.read'> {
  return {
    ...baseCall(context, may, paramsOf(context) as PageCall['params']),
    record,
    form,
    kept: context.var.savedForm ?? null,
    render: (page, head, status = 200) => renderPage(context, page, head, status),
    redirect: (path) => context.redirect(insidePath(path), 303),
  };
}

async function formOf(context: AppContext, route: PageRoute): Promise<FormData> {
  if (route.method !== 'post') return new FormData();
  if (route.upload) return plainForm(await uploadedForm(context, route.upload));
  const type = context.req.header('content-type') ?? '';
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) return new FormData();
  const form = await context.req.formData().catch((error: unknown) => {
    if (isGone(error, context.req.raw)) throw error;
    return new FormData();
  });
  return plainForm(form);
}

/** The form without fields that are not text. */
function plainForm(form: FormData): FormData {
  const entries = [...form];
  if (entries.every(([, value]) => typeof value !== 'string' || withoutUnseen(value) === value)) return form;
  const plain = new FormData();
  for (const [name, value] of entries) plain.append(name, typeof value === 'string' ? withoutUnseen(value) : value);
  return plain;
}

/** The page that reports a file as too large; null when the page is unknown. */
function tooLargePath(context: AppContext, { upload }: PageRoute, error: unknown): string | null {
  const isTooLarge = error instanceof Problem && error.code === 'FILE_SIZE_LIMIT_EXCEEDED';
  if (!isTooLarge || !upload?.refusedAs || !context.req.header('referer')) return null;
  return withQuery(wayBack(context), upload.refusedAs, error.code);
}

const textOf = (value: FormDataEntryValue | null): string | null => (typeof value === 'string' ? value : null);

/** The login page that returns here: without a session, or when it is too old for this step. null when a login does not help. */
export function loginFor(context: AppContext, error: unknown): string | null {
  if (!(error instanceof Problem)) return null;
  if (error.code === 'UNAUTHORIZED') {
    return loginPath(wayBack(context)) + endedNotice(context);
  }
  const isTooOld = error.code === 'INVALID_TOKEN' && error.details.reason === 'sessionInvalid';
  return isTooOld ? `${loginPath(wayBack(context))}&notice=sessionInvalid` : null;
}

const loginPath = (to: string): string => `/auth?to=${encodeURIComponent(to)}`;
const endedNotice = (context: AppContext): string => (context.var.sessionEnded ? '&notice=unauthorized' : '');
