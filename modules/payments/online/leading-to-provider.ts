import type { Config } from '#src/config/config.ts';
import type { PageHead } from '#src/web/http.ts';

/** For the head of a page whose form goes on to the provider's. */
export const leadingToProvider = ({ saferpay }: Pick<Config, 'saferpay'>): Pick<PageHead, 'leadsTo'> =>
  saferpay ? { leadsTo: new URL(saferpay.url).origin } : {};
