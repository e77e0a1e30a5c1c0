import { Empty } from '#src/ui/display.tsx';
import { PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { providerLabel } from './provider-label.ts';
import type { Identity } from './read-identities.ts';

export const identitiesPath = '/settings/identities';

/** The providers that may open this account, each with its way out. */
export function IdentityList({ identities }: { identities: readonly Identity[] }) {
  const { words, csrfToken } = usePage();
  if (identities.length === 0) {
    return <Empty title={words.t('providers.list.none')} text={words.t('providers.list.noneText')} />;
  }
  return (
    <ul className="identities">
      {identities.map(({ id, provider, createdAt, lastUsedAt }) => {
        const name = providerLabel(words, provider);
        return (
          <li key={id} className="identity">
            <div>
              <h2>{name}</h2>
              <p className="small soft">
                {words.t('providers.list.dates', { since: words.date(createdAt), last: words.date(lastUsedAt) })}
              </p>
            </div>
            <PostButton action={`${identitiesPath}/${id}`} csrfToken={csrfToken} look="quiet" small>
              {words.t('providers.list.remove', { provider: name })}
            </PostButton>
          </li>
        );
      })}
    </ul>
  );
}
