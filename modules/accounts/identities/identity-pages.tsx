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

function IdentityList({ identities }: { identities: readonly Identity[] }) {
  const { i18n, csrfToken } = usePage();
  if (identities.length === 0) {
    return <Empty title={i18n.t('providers.list.none')} text={i18n.t('providers.list.noneText')} />;
  }
  return (
    <ul className="identities">
      {identities.map(({ id, provider, createdAt, lastUsedAt }) => {
        const name = providerLabel(i18n, provider);
        return (
          <li key={id} className="identity">
            <div>
              <h2>{name}</h2>
              <p className="small soft">
                {i18n.t('providers.list.dates', { since: i18n.date(createdAt), last: i18n.date(lastUsedAt) })}
              </p>
            </div>
            <PostButton action={`${identitiesPath}/${id}`} csrfToken={csrfToken} look="quiet" small>
              {i18n.t('providers.list.remove', { provider: name })}
            </PostButton>
          </li>
        );
      })}
    </ul>
  );
}

const showIdentities = (call: PageCall<'account.email'>, identities: Identity[]) =>
  call.render(<IdentitiesPage identities={identities} removed={call.query.get('removed') === '1'} />, {
    title: call.i18n.t('providers.list.title'),
    noIndex: true,
  });

function IdentitiesPage({ identities, removed }: { identities: Identity[]; removed: boolean }) {
  const { i18n } = usePage();
  return (
    <AccountFrame
      title={i18n.t('providers.list.title')}
      back={{ href: paths.settings, label: i18n.t('providers.list.back') }}
      lead={i18n.t('providers.list.intro')}
    >
      {removed ? <Alert tone="good">{i18n.t('providers.list.removed')}</Alert> : null}
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
