import { type AppContext, insidePath } from '#src/web/http.ts';
import { isOwnOrigin } from './forgery.ts';

/**
 * The page on which somebody is, inside this site: nobody should come back to the address of a form, so for those it is
 * the page that held it.
 */
export function wayBack(context: AppContext): string {
  if (context.req.method === 'GET') return insidePath(addressOf(context));
  const referer = context.req.header('referer') ?? '/';
  return insidePath(referer.startsWith('/') ? referer : pathOf(referer));
}

/**
 * Where the page can be opened again: its own address, and for the answer to a form the address of the page that held it,
 * whose query the form's own does not have.
 */
export function hereOf(context: AppContext): string {
  const held =
    context.req.method !== 'GET' && isOwnOrigin(context, URL.parse(context.req.header('referer') ?? '')?.origin ?? '');
  return held ? wayBack(context) : insidePath(addressOf(context));
}

/** Path and query as the page may show them: of a page that many share, only what it reads. */
export function addressOf(context: AppContext): string {
  const url = new URL(context.req.url);
  return context.var.address ?? url.pathname + url.search;
}

function pathOf(address: string): string {
  const url = URL.parse(address);
  return url ? url.pathname + url.search : '/';
}
