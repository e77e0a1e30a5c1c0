import { reactRenderer } from '@hono/react-renderer';
import type { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import type { ReactElement, ReactNode } from 'react';
import { lacking } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type Frame, PageContext } from '#src/ui/page.tsx';
import { summariesInOrder } from '#src/ui/summary-order.ts';
import { asksForConsentAt, consentCookie, readConsent, wasAskedForMarketing } from '#src/web/consent.ts';
import { type AppContext, type Env, insidePath, type PageHead } from '#src/web/http.ts';
import { AdminLayout, BareLayout, Layout } from '#src/web/layout.tsx';
import { opensFor } from '#src/web/route-lines.ts';
import { openPolicy } from '#src/web/security-headers.ts';
import { addressOf, hereOf, wayBack } from '#src/web/way-back.ts';
import { type AdminNavigation, adminNavigation } from '../screens/admin-navigation.ts';
import { countTasks } from '../screens/overview/tasks.ts';
import { LateIslands } from './late-islands.ts';

/** Another process may have written meanwhile. */
const cacheMs = 2000;
const maxCached = 500;

type CacheEntry = { commits: number; at: number; navigation: AdminNavigation };
const cacheOf = new WeakMap<object, Map<string, CacheEntry>>();

type NavigationRequest = {
  deps: Deps;
  i18n: Translator;
  viewer: Viewer | null;
  eventId: number | null;
  /** false: an error page, which counts no tasks. */
  isWhole: boolean;
};

/**
 * The management navigation takes more statements than most pages. It is cached per person, event and language until the next
 * write, for two seconds at most.
 */
export async function cachedNavigation({
  deps,
  i18n,
  viewer,
  eventId,
  isWhole,
}: NavigationRequest): Promise<AdminNavigation> {
  const { commits } = deps.database;
  const now = deps.clock();
  const cache = cacheOf.get(deps.database) ?? new Map<string, CacheEntry>();
  cacheOf.set(deps.database, cache);
  const key = JSON.stringify([
    viewer && [viewer.userId, viewer.isSuperAdmin, viewer.level, viewer.roles],
    i18n.locale,
    i18n.wording,
    i18n.timeZone,
    eventId,
  ]);
  const before = isWhole ? cache.get(key) : undefined;
  if (before && before.commits === commits && Math.abs(now - before.at) < cacheMs) return before.navigation;
  const waiting = isWhole ? await countTasks(deps, viewer) : 0;
  const navigation = await adminNavigation({ deps, i18n, viewer, eventId, now, waiting });
  if (!isWhole) return navigation;
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, { commits, at: now, navigation });
  return navigation;
}

declare module '@hono/react-renderer' {
  interface Props {
    frame: (children: ReactNode) => ReactElement;
  }
}

/** The renderer is a plain function; hooks work only inside the frame. */
export function mountRenderer(app: Hono<Env>): void {
  app.use(reactRenderer(({ children, frame }) => frame(children), { docType: true }));
}

export async function renderPage(
  context: AppContext,
  page: ReactElement,
  head: PageHead,
  status = 200,
): Promise<Response> {
  const { i18n, viewer, deps, site } = context.var;
  const url = new URL(context.req.url);
  const told = frameProps(context, head, url.pathname);
  const open = {
    google: told.measurementIds.length > 0,
    facebook: told.pixels.length > 0,
    leadsTo: head.leadsTo ?? null,
  };
  if (open.google || open.facebook || open.leadsTo) context.header('content-security-policy', openPolicy(open));
  const label = head.whiteLabel ?? site?.label;
  const navigation = head.frame === 'admin' ? await navigationOf(context, head, url, status) : null;
  const late = new LateIslands(viewer?.visitId ?? null);
  const value = {
    i18n,
    renderLater: late.place,
    assets: deps.assets,
    csrfToken: viewer?.csrfToken ?? null,
    path: insidePath(head.withoutQuery ? url.pathname : addressOf(context)),
    origin: head.origin ?? deps.config.publicUrl,
    viewer: viewer && {
      email: viewer.email,
      isSuperAdmin: viewer.isSuperAdmin,
      isOrganizer: lacking('event.read', viewer) === null,
      isAtGate: viewer.roles.some(({ role }) => role === 'gate'),
      verified: viewer.level === 'verified',
      isImpersonated: viewer.impersonator !== null,
    },
    opens: opensFor(context.var.lineAt, viewer, head.organizerIds ?? navigation?.organizerIds),
    savedForm: savedInput(context),
    frame: told,
    ...(head.inputForm ? { inputForm: head.inputForm } : {}),
    ...(label ? { whiteLabel: { name: label.name, accent: label.accent ?? '', logo: label.logo ?? null } } : {}),
  };
  // Preloaded by a header: on a slow phone that saves a tenth of a second.
  context.header('link', `<${deps.assets.manifest.css}>; rel=preload; as=style`);
  context.status(status as 200);
  await yieldToEventLoop();
  const rendered = await context.render(page, {
    frame: (children) => <PageContext value={value}>{framed(head, children, navigation)}</PageContext>,
  });
  // Form errors have a status of their own.
  return late.fill(status < 400 ? rendered : new Response(summariesInOrder(await rendered.text()), rendered));
}

/** Several values of one name are joined by blanks. */
function savedInput({ var: { savedForm } }: AppContext): { action: string; input: Record<string, string> } | null {
  if (!savedForm) return null;
  const names = [...new Set(savedForm.form.keys())];
  const texts = names.map((name) => [name, savedForm.form.getAll(name).join(' ')]);
  return { action: savedForm.action, input: Object.fromEntries(texts) };
}

/** Pages on which the login itself reports an ended session. */
const loginPaths = /^\/(auth|enter-code)(\/|$)/;

/** The answer to a form shows no consent banner, because leaving it would lose the input. Only pages of the shop count visits. */
function frameProps(context: AppContext, head: PageHead, path: string): Frame {
  const { deps, sessionEnded, viewer } = context.var;
  const cookie = getCookie(context, consentCookie);
  const consent = readConsent(cookie, deps.clock());
  const isBare = head.frame === 'bare';
  const isOpened = context.req.method === 'GET';
  // A page with its own policy (the login by Google) cannot use another.
  const isOpenTo = context.res.headers.has('content-security-policy');
  const isShop = !isBare && !isOpenTo && head.frame !== 'admin' && !path.startsWith('/dev/') && !viewer?.impersonator;
  const { google, pixels } = isShop && head.measuring ? head.measuring : { google: [], pixels: [] };
  const ours = deps.config.gaMeasurementId;
  const asksForStatistics = ours !== null || google.length > 0;
  const asksForMarketing = pixels.length > 0;
  // Asks only for categories that exist.
  const isAsking = asksForStatistics || asksForMarketing;
  const isOpen = consent === null || (asksForMarketing && !wasAskedForMarketing(cookie));
  return {
    asksForConsent: isAsking && isOpen && isOpened && !isBare && asksForConsentAt(path),
    asksForStatistics,
    asksForMarketing,
    measurementIds: isShop && consent?.includes('ga') ? [...new Set([...(ours ? [ours] : []), ...google])] : [],
    pixels: consent?.includes('marketing') ? pixels : [],
    sessionEnded: sessionEnded && !isBare && !loginPaths.test(path),
    back: head.withoutQuery ? insidePath(path) : wayBack(context),
    here: head.withoutQuery ? insidePath(path) : hereOf(context),
    contact: deps.config.contactEmail,
    errorId: head.errorId ?? null,
  };
}

/** The event may come from the address when the page does not name it. */
async function navigationOf(
  { var: { deps, i18n, viewer } }: AppContext,
  head: PageHead,
  url: URL,
  status: number,
): Promise<AdminNavigation> {
  const asked = url.searchParams.get('event') ?? '';
  const eventId = head.admin?.eventId ?? (/^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null);
  return cachedNavigation({ deps, i18n, viewer, eventId, isWhole: status < 500 });
}

function framed(head: PageHead, children: ReactNode, navigation: AdminNavigation | null): ReactElement {
  if (head.frame === 'bare') return <BareLayout {...head}>{children}</BareLayout>;
  if (!navigation) return <Layout {...head}>{children}</Layout>;
  return (
    <AdminLayout {...head} {...head.admin} {...navigation}>
      {children}
    </AdminLayout>
  );
}
