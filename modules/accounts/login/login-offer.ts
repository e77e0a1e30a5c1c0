import type { PageCall } from '#src/web/http.ts';
import { pendingIdentityOf } from '../identities/pending-identity.ts';
import { type OneTapOffer, offerOneTap } from '../providers/one-tap-offer.ts';
import { activeProviders, type ProviderName, settingsOf } from '../providers/provider-settings.ts';

export type LoginOffer = {
  providers: readonly { name: ProviderName; isTest: boolean }[];
  oneTap: OneTapOffer | null;
  /** A provider identity that waits for a mailed code; its address is prefilled. */
  pending: { provider: ProviderName; email: string | null } | null;
};

export async function loginOffer({ deps, context }: PageCall): Promise<LoginOffer> {
  // Providers return to PUBLIC_URL, where the cookies of this login are missing.
  if (context.var.site) return { providers: [], oneTap: null, pending: null };
  const pending = await pendingIdentityOf(deps, context);
  if (pending) return { providers: [], oneTap: null, pending: { provider: pending.provider, email: pending.email } };
  const providers = activeProviders(deps).map((name) => ({ name, isTest: settingsOf(deps, name)?.isTest === true }));
  return { providers, oneTap: offerOneTap(deps, context), pending: null };
}
