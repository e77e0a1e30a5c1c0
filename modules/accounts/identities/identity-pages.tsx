import { and, asc, eq } from 'drizzle-orm';
import * as z from 'zod';
import type { Reader } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import { Alert, Empty } from '#src/ui/display.tsx';
import { PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { instant } from '#src/web/answers.ts';
import { api, ownAccount, type PageCall, type PageRoute, page, tagged } from '#src/web/http.ts';
import { AccountFrame } from '../page-parts/parts.tsx';
import { providerLabel } from '../providers/provider-settings.ts';
import { identities } from '../schema.ts';
import { addAccountAudit } from '../users/users.ts';

type Identity = { id: number; provider: string; createdAt: Instant; lastUsedAt: Instant };

async function readIdentities(read: Reader, userId: number): Promise<Identity[]> {
  return read
    .select({
      id: identities.id,
      provider: identities.provider,
      createdAt: identities.createdAt,
      lastUsedAt: identities.lastUsedAt,
    })
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.id));
}

/** @throws Problem NOT_FOUND when the person has no such identity */
async function removeIdentity(
  work: Work,
  { identityId, userId, network }: { identityId: number; userId: number; network: string },
): Promise<void> {
  const [removed] = await work.tx
    .delete(identities)
    .where(and(eq(identities.id, identityId), eq(identities.userId, userId)))
    .returning({ provider: identities.provider });
  if (!removed) return refuse('NOT_FOUND');
  const { provider } = removed;
  await addAccountAudit(work, { userId, actorId: userId, type: 'IdentityRemoved', comment: provider, network });
}

export const identityApi = tagged('Login and settings', [
  api(
    {
      method: 'get',
      path: '/api/auth/identities',
      may: 'account.email',
      summary: 'Lists the identity providers linked to the caller’s account',
      load: ownAccount,
      answer: z.object({
        rows: z.array(z.object({ id: z.int(), provider: z.string(), createdAt: instant, lastUsedAt: instant })),
      }),
    },
    async ({ deps, viewer }) => ({ rows: await readIdentities(deps.read, viewer.userId) }),
  ),
  api(
    {
      method: 'delete',
      path: '/api/auth/identities/{identityId}',
      may: 'account.email',
      summary: 'Unlinks an identity provider from the caller’s account',
      load: ownAccount,
    },
    async ({ deps, viewer, params, clientAddress }) => {
      const { identityId } = params;
      await deps.write((work) => removeIdentity(work, { identityId, userId: viewer.userId, network: clientAddress }));
      return undefined;
    },
  ),
]);

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
