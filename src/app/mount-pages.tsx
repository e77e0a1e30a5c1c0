import type { Hono } from 'hono';
import { Problem } from '#src/kernel/problem.ts';
import type { AppContext, Env, PageCall, PageRoute } from '#src/platform/http.ts';
import { insidePath } from '#src/platform/http.ts';
import { requireAccess } from './access.ts';
import { refuseForgery } from './forgery.ts';
import { honoPath } from './mount-api.ts';
import { renderPage } from './render-page.tsx';
import type { SharedPages } from './shared-pages.ts';

/** Mounts one page. Who lacks the session is sent to the login and comes back to where they wanted to go. */
export function mountPage(app: Hono<Env>, route: PageRoute, sharedPages: SharedPages): void {
  app.on(route.method.toUpperCase(), honoPath(route.path), async (context) => {
    const { viewer } = context.var;
    const form = route.method === 'post' ? await formOf(context) : new FormData();
    refuseForgery(context, viewer, textOf(form.get('csrf')));
    try {
      requireAccess(route.access, viewer);
    } catch (error) {
      if (error instanceof Problem && error.code === 'UNAUTHORIZED') return context.redirect(loginPath(context), 303);
      throw error;
    }
    if (route.shared && !viewer) return sharedPages.serve(context, () => route.run(pageCall(context, form)));
    return route.run(pageCall(context, form));
  });
}

export function pageCall(context: AppContext, form: FormData): PageCall<'guest'> {
  const { deps, viewer, words, clientAddress } = context.var;
  return {
    deps,
    viewer,
    words,
    now: deps.clock(),
    clientAddress,
    context,
    params: context.req.param() as Record<string, string>,
    query: new URL(context.req.url).searchParams,
    form,
    render: (page, head, status = 200) => renderPage(context, page, head, status),
    redirect: (path) => context.redirect(insidePath(path), 303),
  };
}

async function formOf(context: AppContext): Promise<FormData> {
  const type = context.req.header('content-type') ?? '';
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)) return new FormData();
  return context.req.formData().catch(() => new FormData());
}

const textOf = (value: FormDataEntryValue | null): string | null => (typeof value === 'string' ? value : null);

function loginPath(context: AppContext): string {
  const url = new URL(context.req.url);
  // After a login nobody should land on the address of a form; its page is at the same place or one above.
  const target = context.req.method === 'GET' ? url.pathname + url.search : (context.req.header('referer') ?? '/');
  const path = target.startsWith('/') ? target : pathOf(target);
  return `/auth?to=${encodeURIComponent(insidePath(path))}`;
}

function pathOf(address: string): string {
  try {
    const url = new URL(address);
    return url.pathname + url.search;
  } catch {
    return '/';
  }
}
