import type { demoProviders } from '#dev/providers.ts';
import type { ViewCounter } from '#modules/events/index.ts';
import type { Sites } from '#modules/organizers/index.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Metrics } from '#src/runtime/metrics.ts';
import { clientAddress } from '#src/web/client-address.ts';
import type { SharedPages } from '#src/web/shared-pages.ts';
import type { Rest } from '../idle-collector.ts';
import type { createApp, RequestInfo } from './create-app.tsx';
import { noteEventPage } from './event-views.ts';

export type DemoProviders = ReturnType<typeof demoProviders>;
/** Outside of demo mode there are no simulated providers. */
export const noProviders: { [Name in keyof DemoProviders]: null } = {
  testProviders: null,
  testPayments: null,
  testTiming: null,
};

type Answering = {
  deps: Pick<Deps, 'config' | 'findViewer'>;
  app: ReturnType<typeof createApp>;
  demo: DemoProviders | typeof noProviders;
  sites: Sites;
  sharedPages: SharedPages;
  metrics: Metrics;
  views: ViewCounter;
  rest: Rest;
};
export type Answer = (request: Request, info?: RequestInfo) => Promise<Response> | Response;

/** Answers requests by a shared page, a simulated provider of demo mode or the whole app. */
export function answering({ deps, app, demo, sites, sharedPages, metrics, views, rest }: Answering): Answer {
  const { config, findViewer } = deps;
  const { testProviders, testPayments, testTiming } = demo;

  function counted(shared: Response, request: Request, info: RequestInfo): Response {
    metrics.count('startblock_shared_pages_total');
    if (info.isHead) return shared;
    noteEventPage(views, request, () =>
      clientAddress(info, request.headers.get('x-forwarded-for') ?? undefined, config.trustProxy),
    );
    return shared;
  }

  const answer: Answer = (request, info = {}) => {
    rest.note();
    const site = sites.nameOf(request.headers.get('host'));
    const shared = site === null ? null : sharedPages.quick(request, site);
    if (shared) return counted(shared, request, info);
    const test = testProviders?.answer(request) ?? testPayments?.answer(request) ?? testTiming?.answer(request);
    if (test) return test;
    // Read at once, because a closed connection has no address.
    const whole = () => app.fetch(request, { remoteAddress: info.remoteAddress ?? '', isHead: info.isHead ?? false });
    const personal = site === null ? null : sharedPages.quickWithSession(request, findViewer, site);
    // A failing session fails again in the app, which can answer it.
    const quick = personal?.catch(() => null);
    return quick ? quick.then((page) => (page ? counted(page, request, info) : whole())) : whole();
  };
  return (request, info = {}) =>
    request.method === 'HEAD' ? answerHead(answer, request, info) : answer(request, info);
}

/** The response to GET without its body, with the same headers and length (RFC 9110, section 9.3.2). */
async function answerHead(answer: Answer, request: Request, { remoteAddress }: RequestInfo): Promise<Response> {
  const head = { isHead: true, ...(remoteAddress === undefined ? {} : { remoteAddress }) };
  const { body, status, headers: got } = await answer(new Request(request, { method: 'GET' }), head);
  const headers = new Headers(got);
  if (headers.has('content-length')) await body?.cancel();
  else if (body) {
    let bytes = 0;
    for await (const piece of body) bytes += piece.byteLength;
    headers.set('content-length', String(bytes));
  }
  return new Response(null, { status, headers });
}
