import { Alert, Empty } from '#src/ui/display.tsx';
import { PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { ownAccount, type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { AccountFrame } from '../page-parts/frame.tsx';
import { providerLabel } from '../providers/provider-label.ts';
import { type Identity, readIdentities } from './read-identities.ts';
import { removeIdentity } from './remove-identity.ts';

const identitiesPath = '/settings/identities';

/** The providers that may open this account, each with its way out. */
function IdentityList({ identities }: { identities: readonly Identity[] }) {
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

const showIdentities = (call: PageCall<'account.email'>, identities: Identity[]) =>
  call.render(<IdentitiesPage identities={identities} removed={call.query.get('removed') === '1'} />, {
    title: call.words.t('providers.list.title'),
    noIndex: true,
  });

function IdentitiesPage({ identities, removed }: { identities: Identity[]; removed: boolean }) {
  const { words } = usePage();
  return (
    <AccountFrame
      title={words.t('providers.list.title')}
      back={{ href: paths.settings, label: words.t('providers.list.back') }}
      lead={words.t('providers.list.intro')}
    >
      {removed ? <Alert tone="good">{words.t('providers.list.removed')}</Alert> : null}
      <IdentityList identities={identities} />
    </AccountFrame>
  );
}

export const identityPages: readonly PageRoute[] = [
  page({ method: 'get', path: identitiesPath, may: 'account.email', load: ownAccount }, async (call) =>
    showIdentities(call, await readIdentities(call.deps.read, call.viewer.userId)),
  ),

  page(
    { method: 'post', path: `${identitiesPath}/{identityId}`, may: 'account.email', load: ownAccount },
    async (call) => {
      const { deps, viewer, params, clientAddress } = call;
      const identityId = params.identityId;
      await deps.write((work) => removeIdentity(work, { identityId, userId: viewer.userId, network: clientAddress }));
      return call.redirect(`${identitiesPath}?removed=1`);
    },
  ),
];
