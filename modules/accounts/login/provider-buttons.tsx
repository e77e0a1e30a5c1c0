import OneTap from '#islands/OneTap.tsx';
import { Alert, Badge } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { PageCall } from '#src/web/http.ts';
import { Island } from '#src/web/island.tsx';
import { pendingIdentityOf } from '../identities/pending-identity.ts';
import { type OneTapOffer, offerOneTap } from '../providers/one-tap.ts';
import { activeProviders, type ProviderName, providerLabel, settingsOf } from '../providers/provider-settings.ts';

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

export const authorizationPath = (provider: string, to: string, again = false): string =>
  `/auth/with/${provider}?${new URLSearchParams({ to, ...(again ? { again: '1' } : {}) })}`;

/** Above the form: the mailed code decides which account the identity joins. */
export function PendingIdentityNotice({ offer: { pending }, to }: { offer: LoginOffer; to: string }) {
  const { i18n, csrfToken } = usePage();
  if (!pending) return null;
  const provider = providerLabel(i18n, pending.provider);
  return (
    <Alert tone="wait" title={i18n.t('providers.pending.title', { provider })}>
      <div className="stack-s">
        <p>{i18n.t('providers.pending.text', { provider })}</p>
        <PostButton action="/auth/without-provider" csrfToken={csrfToken} fields={{ to }} look="quiet" small>
          {i18n.t('providers.pending.drop', { provider })}
        </PostButton>
      </div>
    </Alert>
  );
}

/** Plain links, so that they work without scripts. */
export function ProviderButtons({ offer: { providers, oneTap }, to }: { offer: LoginOffer; to: string }) {
  const { i18n, csrfToken } = usePage();
  if (providers.length === 0) return null;
  const isTest = providers.some((provider) => provider.isTest);
  return (
    <section className="providers" aria-labelledby="providers-title">
      <h2 className="providers-title" id="providers-title">
        {i18n.t('providers.login.or')}
      </h2>
      {oneTap ? (
        <Island
          name="OneTap"
          of={OneTap}
          props={{
            ...oneTap,
            to,
            csrfToken,
            texts: {
              button: i18n.t('providers.oneTap.button'),
              hint: i18n.t('providers.oneTap.hint'),
              loading: i18n.t('providers.oneTap.loading'),
              failed: i18n.t('providers.oneTap.failed'),
            },
          }}
        />
      ) : null}
      <ul className="providers-list">
        {providers.map(({ name }) => (
          <li key={name}>
            <ButtonLink href={authorizationPath(name, to)} look="quiet" wide rel="nofollow">
              {i18n.t('providers.login.with', { provider: providerLabel(i18n, name) })}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {isTest ? (
        <p className="small soft">
          <Badge tone="wait">{i18n.t('providers.test.badge')}</Badge> {i18n.t('providers.test.hint')}
        </p>
      ) : null}
    </section>
  );
}
