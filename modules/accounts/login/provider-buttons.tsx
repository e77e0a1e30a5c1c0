import OneTap from '#islands/OneTap.tsx';
import { Alert, Badge } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Island } from '#src/web/island.tsx';
import { providerLabel } from '../providers/provider-label.ts';
import type { LoginOffer } from './login-offer.ts';

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
