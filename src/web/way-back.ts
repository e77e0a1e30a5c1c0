import { type AppContext, insidePath } from '#src/web/http.ts';
import { isOwnOrigin } from './forgery.ts';

/** The current page inside this site; for a form's address the page that held it. */
export function wayBack(context: AppContext): string {
  if (context.req.method === 'GET') return insidePath(addressOf(context));
  const referer = context.req.header('referer') ?? '/';
  return insidePath(referer.startsWith('/') ? referer : pathOf(referer));
}

/** The address to open the page again; for the response to a form that of the page that held it, with its query. */
export function hereOf(context: AppContext): string {
  const held =
    context.req.method !== 'GET' && isOwnOrigin(context, URL.parse(context.req.header('referer') ?? '')?.origin ?? '');
  return held ? wayBack(context) : insidePath(addressOf(context));
}

/** Path and query of the page; for shared pages only the parameters they read. */
export function addressOf(context: AppContext): string {
  const url = new URL(context.req.url);
  return context.var.address ?? url.pathname + url.search;
}

function pathOf(address: string): string {
  const url = URL.parse(address);
  return url ? url.pathname + url.search : '/';
}
