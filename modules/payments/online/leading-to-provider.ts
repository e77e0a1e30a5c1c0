import type { Config } from '#src/config/config.ts';
import type { PageHead } from '#src/web/http.ts';

/** CSP entry for a page whose form redirects to the provider. */
export const leadingToProvider = ({ saferpay }: Pick<Config, 'saferpay'>): Pick<PageHead, 'leadsTo'> =>
  saferpay ? { leadsTo: new URL(saferpay.url).origin } : {};
