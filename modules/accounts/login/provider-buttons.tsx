import OneTap from '#islands/OneTap.tsx';
import { Alert, Badge } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Island } from '#src/web/island.tsx';
import { providerLabel } from '../providers/provider-label.ts';
import type { LoginOffer } from './login-offer.ts';

export const authorizationPath = (provider: string, to: string, again = false): string =>
  `/auth/with/${provider}?${new URLSearchParams({ to, ...(again ? { again: '1' } : {}) })}`;

/** Above the form: a provider knows the person, and the mailed code says which account it joins. */
export function PendingIdentityNotice({ offer: { pending }, to }: { offer: LoginOffer; to: string }) {
  const { words, csrfToken } = usePage();
  if (!pending) return null;
  const provider = providerLabel(words, pending.provider);
  return (
    <Alert tone="wait" title={words.t('providers.pending.title', { provider })}>
      <div className="stack-s">
        <p>{words.t('providers.pending.text', { provider })}</p>
        <PostButton action="/auth/without-provider" csrfToken={csrfToken} fields={{ to }} look="quiet" small>
          {words.t('providers.pending.drop', { provider })}
        </PostButton>
      </div>
    </Alert>
  );
}

/** Below the form: the other ways in. Plain links, so they work without a script. */
export function ProviderButtons({ offer: { providers, oneTap }, to }: { offer: LoginOffer; to: string }) {
  const { words, csrfToken } = usePage();
  if (providers.length === 0) return null;
  const isTest = providers.some((provider) => provider.isTest);
  return (
    <section className="providers" aria-labelledby="providers-title">
      <h2 className="providers-title" id="providers-title">
        {words.t('providers.login.or')}
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
              button: words.t('providers.oneTap.button'),
              hint: words.t('providers.oneTap.hint'),
              loading: words.t('providers.oneTap.loading'),
              failed: words.t('providers.oneTap.failed'),
            },
          }}
        />
      ) : null}
      <ul className="providers-list">
        {providers.map(({ name }) => (
          <li key={name}>
            <ButtonLink href={authorizationPath(name, to)} look="quiet" wide rel="nofollow">
              {words.t('providers.login.with', { provider: providerLabel(words, name) })}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {isTest ? (
        <p className="small soft">
          <Badge tone="wait">{words.t('providers.test.badge')}</Badge> {words.t('providers.test.hint')}
        </p>
      ) : null}
    </section>
  );
}
