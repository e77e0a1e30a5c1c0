import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie } from 'hono/cookie';
import { getPath } from 'hono/utils/url';
import { lacking } from '#src/access/permissions.ts';
import { isSameSecret } from '#src/access/signer.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { ErrorPage } from '#src/app/screens/error-page.tsx';
import { secretToken } from '#src/kernel/ids.ts';
import { Problem, type ProblemTable, refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Metrics } from '#src/runtime/metrics.ts';
import { isLocale, type Locale, negotiateLocale, translatorFor } from '#src/texts/locale.ts';
import { clientAddress, proxyDoubts } from '#src/web/client-address.ts';
import { acceptedEncoding, compress, encodedHeaders, isCompressible, varyByEncoding } from '#src/web/encoding.ts';
import { errorAnswer, goneStatus, isGone } from '#src/web/error-answer.ts';
import { type AppContext, type Env, insidePath, type Route, type Site } from '#src/web/http.ts';
import { savedLanguage, saveLanguage } from '#src/web/language-cookie.ts';
import { mountApi } from '#src/web/mount-api.ts';
import { openApiDocument } from '#src/web/openapi/document.ts';
import { lineAtOf } from '#src/web/route-lines.ts';
import { setSecurityHeaders } from '#src/web/security-headers.ts';
import type { SharedPages } from '#src/web/shared-pages.ts';
import { fileTakers, UploadRoom } from '#src/web/uploads.ts';
import { actingDeps } from './acting-deps.ts';
import { noteEventPage } from './event-views.ts';
import { translatorOfEvent } from './event-words.ts';
import { loginFor, mountPage } from './mount-pages.tsx';
import { mountRenderer, renderPage } from './render-page.tsx';

/** `…/articles/sold` is matched before `…/articles/{recordId}`, whatever their modules. */
function fixedFirst(routes: readonly Route[]): Route[] {
  const shapeOf = ({ path }: Route) => path.replace(/[^/]+/g, (segment) => (segment.includes('{') ? '1' : '0'));
  return routes
    .map((route) => ({ route, shape: shapeOf(route) }))
    .sort((a, b) => (a.shape < b.shape ? -1 : a.shape > b.shape ? 1 : 0))
    .map(({ route }) => route);
}

export type AppOptions = {
  deps: Deps;
  routes: readonly Route[];
  problems: ProblemTable;
  version: string;
  sharedPages: SharedPages;
  metrics: Metrics;
  findViewer(sessionId: string): Promise<Viewer | null>;
  /** The organizer's site of a `host` header. */
  siteAt(host: string | undefined): Promise<Site | null>;
  rotateSession(context: AppContext, viewer: Viewer): Promise<Viewer>;
  forgetSession(context: AppContext): void;
  isReady(): Promise<boolean>;
};
/** `isHead`: the request was HEAD and is answered as GET. */
export type RequestInfo = { readonly remoteAddress?: string; readonly isHead?: boolean };
const remoteAddressOf = ({ env }: AppContext): string => (env as RequestInfo).remoteAddress ?? '';

const bodyLimitBytes = 1024 * 1024;

/** Calls may end with a slash, as the specification writes some of them. */
function pathOf(request: Request): string {
  const path = getPath(request);
  return path.endsWith('/') && path.startsWith('/api/') ? path.slice(0, -1) : path;
}

/** The application as a function from Request to Response, for any runtime with web standards. */
export function createApp(options: AppOptions): Hono<Env> {
  const { deps, metrics } = options;
  const app = new Hono<Env>({ getPath: pathOf });
  const doubtProxy = proxyDoubts(deps.log, deps.config.trustProxy);

  app.get('/healthz', (context) => context.text('ok'));
  app.get('/readyz', async (context) =>
    (await options.isReady()) ? context.text('ready') : context.text('not ready', 503),
  );
  app.get('/metrics', (context) => metricsAnswer(context, deps, metrics));

  app.get('/assets/*', async (context) => {
    const asset = await deps.assets.read(context.req.path);
    if (!asset) return context.text('not found', 404);
    const headers = new Headers({
      'content-type': asset.type,
      etag: asset.etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const isPacked = isCompressible(asset.type, asset.body.plain.length);
    if (isPacked) varyByEncoding(headers);
    const known = context.req.header('if-none-match');
    if (known?.replace(/^W\//, '') === asset.etag) return new Response(null, { status: 304, headers });
    const encoding = isPacked ? acceptedEncoding(context.req.header('accept-encoding')) : null;
    return encoding
      ? new Response(await asset.body.packed(encoding), { headers: encodedHeaders(headers, encoding) })
      : new Response(asset.body.plain, { headers });
  });

  const lineAt = lineAtOf(fixedFirst(options.routes));
  app.use(async (context, next) => {
    preserveVariables(context);
    context.set('lineAt', lineAt);
    const started = performance.now();
    doubtProxy(context.req.header('x-forwarded-for'));
    await prepare(context, options);
    await next();
    await compress(context);
    finish(context, metrics, started);
    noteOpened(context);
  });
  mountRenderer(app);
  app.use(async (context, next) => {
    const { site } = context.var;
    return site && isOfTheHouse.test(context.req.path) ? leadHome(context) : next();
  });
  const limited = bodyLimit({
    maxSize: bodyLimitBytes,
    onError: () => refuse('FILE_SIZE_LIMIT_EXCEEDED', { limitBytes: bodyLimitBytes }),
  });
  // A route for uploads has its own limit and checks the caller before it reads a byte.
  const takesFile = fileTakers(options.routes);
  const uploadRoom = new UploadRoom();
  app.use(async (context, next) => {
    if (!takesFile(context.req.method, context.req.path)) return limited(context, next);
    const share = uploadRoom.open();
    context.set('uploadShare', share);
    try {
      await next();
    } finally {
      share.end();
    }
  });

  options.sharedPages.reads(
    options.routes.flatMap((route) => (route.kind === 'page' && Array.isArray(route.shared) ? route.shared : [])),
  );
  const opened = new Set(options.routes.flatMap(({ method, path }) => (method === 'get' ? [path] : [])));
  for (const route of fixedFirst(options.routes)) {
    if (route.kind === 'api') mountApi(app, route);
    else mountPage(app, route, options.sharedPages, opened.has(route.path));
  }
  // Made on first use, because it takes longer than the rest of a start.
  let document: Record<string, unknown> | undefined;
  app.get('/api/openapi.json', (context) => {
    document ??= openApiDocument(
      options.routes.filter((route) => route.kind === 'api'),
      options.problems,
      options.version,
    );
    return context.json(document);
  });
  app.all('/api/*', (context) => {
    throw unmatched(app, context);
  });

  app.notFound((context) => showError(context, unmatched(app, context)));
  app.onError((error, context) => showError(context, error));
  return app;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** No route matched: unknown address, or unknown method. */
function unmatched(app: Hono<Env>, context: AppContext): Problem {
  const { path } = context.req;
  const isTaken = (method: string) => app.router.match(method, path)[0].some(([[, route]]) => route.method === method);
  const allow = methods.filter(isTaken).flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]));
  if (allow.length === 0) return new Problem('NOT_FOUND', 404);
  return new Problem('NOT_FOUND', 405, { allow, reason: 'method', methods: allow.join(', ') });
}

/** Management pages stay on the platform's host, because an organizer's host name may change. */
const isOfTheHouse = /^(\/api)?\/(admin|scan)(\/|$)/;

function leadHome(context: AppContext): Response {
  const { method, path, url } = context.req;
  if (path.startsWith('/api/') || (method !== 'GET' && method !== 'HEAD')) return refuse('NOT_FOUND');
  return context.redirect(context.var.deps.config.publicUrl + insidePath(path + new URL(url).search), 303);
}

/** Hono builds a new `var` object on each access, some thirty times a page; this one is stable. */
function preserveVariables(context: AppContext): void {
  const kept: Record<string, unknown> = {};
  const set = (name: string, value: unknown): void => {
    kept[name] = value;
  };
  const get = (name: string): unknown => kept[name];
  Object.assign(context, { set, get });
  Object.defineProperty(context, 'var', { value: kept });
}

async function prepare(context: AppContext, options: AppOptions): Promise<void> {
  const { deps } = options;
  context.set('deps', deps);
  context.set('site', null);
  context.set('site', await options.siteAt(context.req.header('host')));
  context.set('requestId', secretToken(9));
  context.set(
    'clientAddress',
    clientAddress(context.env as RequestInfo, context.req.header('x-forwarded-for'), deps.config.trustProxy),
  );
  const sessionId = getCookie(context, 'session');
  const found = sessionId ? await options.findViewer(sessionId) : null;
  const viewer = found?.mustRotate ? await options.rotateSession(context, found) : found;
  context.set('viewer', viewer);
  context.set('deps', actingDeps(deps, context, viewer));
  const sessionEnded = sessionId !== undefined && viewer === null;
  context.set('sessionEnded', sessionEnded);
  if (sessionEnded) options.forgetSession(context);
  context.set('i18n', translatorFor(wantedLocale(context, viewer)));
}

/**
 * Language by precedence: `?lang=`, the choice on this device, the person's setting, the browser. For calls of the API the
 * setting comes first.
 */
function wantedLocale(context: AppContext, viewer: Viewer | null): Locale {
  const requested = context.req.query('lang');
  if (isLocale(requested)) return requested;
  const chosen = [savedLanguage(context), viewer?.language ?? null];
  const [first, second] = context.req.path.startsWith('/api/') ? chosen.reverse() : chosen;
  return first ?? second ?? negotiateLocale(context.req.header('accept-language'));
}

function finish(context: AppContext, metrics: Metrics, started: number): void {
  const requested = context.req.query('lang');
  if (isLocale(requested)) saveLanguage(context, requested);
  setSecurityHeaders(context);
  const route = context.req.routePath;
  const { method } = context.req;
  const { status } = context.res;
  const milliseconds = performance.now() - started;
  metrics.count('startblock_requests_total', { method, route, status: String(status) });
  metrics.observeSeconds(route, milliseconds / 1000);
  const { deps, requestId } = context.var;
  deps.log.debug('request', { requestId, method, route, status, milliseconds: Math.round(milliseconds) });
}

/** Cached pages are counted before they get here. People who manage events are no visitors. */
function noteOpened(context: AppContext): void {
  const { viewer, deps, clientAddress: address } = context.var;
  if ((context.env as RequestInfo).isHead) return;
  const isVisitor = !viewer || lacking('event.read', viewer) !== null;
  const isShown = context.res.status === 200 || context.res.status === 304;
  if (isVisitor && isShown) noteEventPage({ note: deps.noteView }, context.req.raw, () => address);
}

async function showError(context: AppContext, error: unknown): Promise<Response> {
  if (isGone(error, context.req.raw)) return new Response(null, { status: goneStatus });
  const { deps } = context.var;
  const plain = context.var.i18n ?? translatorFor('de');
  const i18n = error instanceof Problem ? await translatorOfEvent(context, plain) : plain;
  const { status, answer } = errorAnswer(error, i18n, deps.log, `${context.req.method} ${context.req.routePath}`);
  if (status === 403 || status === 429) {
    deps.log.info('a request was refused', {
      errorId: answer.errorId,
      code: answer.code,
      ...(answer.details.reason === 'origin'
        ? { because: `the browser was at another address than PUBLIC_URL ${deps.config.publicUrl}` }
        : {}),
      where: `${context.req.method} ${context.req.routePath}`,
      userId: context.var.viewer?.userId ?? null,
    });
  }
  const retryAfter = answer.details.retryAfterSeconds;
  if (typeof retryAfter === 'number') context.header('retry-after', String(retryAfter));
  if (status === 405 && Array.isArray(answer.details.allow)) context.header('allow', answer.details.allow.join(', '));
  // A page's script asks for JSON and shows server errors in a dialog.
  const isScript = status >= 500 && context.req.header('accept')?.startsWith('application/json');
  if (isScript || /^\/api(\/|$)/.test(context.req.path)) return context.json(answer, status as 400);
  const login = loginFor(context, error);
  if (login) return context.redirect(login, 303);
  return renderPage(
    context,
    <ErrorPage
      status={status}
      code={answer.code}
      message={answer.message}
      errorId={answer.errorId}
      isActing={answer.details.reason === 'impersonating'}
      isManagement={/^\/admin(\/|$)/.test(context.req.path)}
    />,
    { title: i18n.t('ui.error.title'), noIndex: true, errorId: answer.errorId },
    status,
  );
}

async function metricsAnswer(context: AppContext, deps: Deps, metrics: Metrics): Promise<Response> {
  const token = deps.config.metricsToken;
  // Behind a proxy every request comes from this machine; a proxy that sends no header cannot be noticed.
  const passedOn = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].some((name) => context.req.header(name));
  const isDirect = deps.config.trustProxy === 0 && !passedOn;
  const local = isDirect && /^(127\.|::1$|::ffff:127\.)/.test(remoteAddressOf(context));
  const known = token !== null && isSameSecret(context.req.header('authorization') ?? '', `Bearer ${token}`);
  if (!local && !known) return new Response('not found', { status: 404 });
  return new Response(await metrics.text(), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });
}
