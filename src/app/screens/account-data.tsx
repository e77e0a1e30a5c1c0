import { create as contentDisposition } from 'content-disposition';
import * as z from 'zod';
import { AccountFrame, addAccountAudit, endSession } from '#modules/accounts/index.ts';
import { countOpenOrders } from '#modules/orders/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { modules } from '#src/app/modules.ts';
import type { Work } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import { dateIn } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { Alert, Card } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { api, ownAccount, type PageCall, page, tagged } from '#src/web/http.ts';

const dataPath = '/settings/data';
const deletePath = '/settings/data/delete';
/** All data of a person, by module name (GDPR articles 15 and 20). */
async function collectData({ read, write, clock }: Deps, viewer: Viewer, network: string): Promise<Response> {
  const found: Record<string, unknown> = {};
  for (const { name, personalData } of modules) {
    if (personalData) found[name] = await personalData.collect(read, viewer.userId);
  }
  await write((work) =>
    addAccountAudit(work, { userId: viewer.userId, actorId: viewer.userId, type: 'DataExported', network }),
  );
  const day = dateIn(clock(), defaultTimeZone);
  return new Response(`${JSON.stringify({ exportedOn: day, ...found }, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': contentDisposition(`startblock-${day}.json`),
    },
  });
}

/** Erases data that no law retains, highest module first, in one transaction (GDPR article 17). */
async function eraseData(work: Work, userId: number): Promise<void> {
  for (const { personalData } of [...modules].reverse()) await personalData?.erase(work, userId);
}

function DataPage() {
  const { i18n, csrfToken } = usePage();
  return (
    <AccountFrame
      title={i18n.t('account.data.title')}
      back={{ href: paths.settings, label: i18n.t('ui.nav.settings') }}
      lead={i18n.t('account.data.intro')}
    >
      <Card title={i18n.t('account.data.exportTitle')}>
        <p>{i18n.t('account.data.exportText')}</p>
        <PostButton action={dataPath} csrfToken={csrfToken}>
          {i18n.t('account.data.exportButton')}
        </PostButton>
      </Card>
      <Card title={i18n.t('account.data.deleteTitle')}>
        <p>{i18n.t('account.data.deleteText')}</p>
        <p>
          <ButtonLink href={deletePath} look="quiet">
            {i18n.t('account.data.deleteButton')}
          </ButtonLink>
        </p>
      </Card>
    </AccountFrame>
  );
}

function DeletedPage() {
  const { i18n } = usePage();
  return (
    <div className="narrow stack">
      <h1>{i18n.t('account.deleted.title')}</h1>
      <p className="lead">{i18n.t('account.deleted.text')}</p>
      <p>
        <ButtonLink href={paths.home}>{i18n.t('ui.nav.events')}</ButtonLink>
      </p>
    </div>
  );
}

async function showDelete(call: PageCall<'account.delete'>, error: string | null = null) {
  const { deps, viewer, i18n } = call;
  const openOrders = await countOpenOrders(deps.read, viewer.userId, call.now);
  return call.render(
    <div className="narrow stack">
      <h1>{i18n.t('account.delete.title')}</h1>
      <Confirm
        action={deletePath}
        text={
          <>
            <p>{i18n.t('account.delete.goes')}</p>
            <p>{i18n.t('account.delete.stays')}</p>
            {openOrders > 0 ? (
              <Alert tone="wait">
                {i18n.t('account.delete.open', { count: openOrders })}{' '}
                <a href={paths.orders}>{i18n.t('ui.nav.myOrders')}</a>
              </Alert>
            ) : null}
          </>
        }
        sure={{ label: i18n.t('account.delete.sure'), error }}
        button={i18n.t('account.delete.button')}
        back={dataPath}
      />
    </div>,
    { title: i18n.t('account.delete.title'), noIndex: true },
    error ? 400 : 200,
  );
}

const isLastSuperAdmin = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'RESOURCE_IN_USE' && error.details.resource === 'lastSuperAdmin';

const isLastOwner = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'CANT_REMOVE_ORGANIZER_IS_LAST';

/** Export and erasure of a person's data; every module contributes. */
export const accountDataRoutes = tagged('Login and settings', [
  page({ method: 'get', path: dataPath, may: 'account.read', load: ownAccount }, (call) =>
    call.render(<DataPage />, { title: call.i18n.t('account.data.title'), noIndex: true }),
  ),
  // A POST, so that a login that is too old leads to the login and back, instead of downloading the login page.
  page({ method: 'post', path: dataPath, may: 'account.export', load: ownAccount }, ({ deps, viewer, clientAddress }) =>
    collectData(deps, viewer, clientAddress),
  ),
  page({ method: 'get', path: deletePath, may: 'account.delete', load: ownAccount }, (call) => showDelete(call)),
  page({ method: 'post', path: deletePath, may: 'account.delete', load: ownAccount }, async (call) => {
    const { deps, viewer, i18n, form, context } = call;
    if (form.get('sure') !== 'true') return showDelete(call, i18n.t('account.delete.missing'));
    try {
      await deps.write((work) => eraseData(work, viewer.userId));
    } catch (error) {
      if (isLastSuperAdmin(error)) return showDelete(call, i18n.t('account.delete.lastAdmin'));
      if (isLastOwner(error)) return showDelete(call, i18n.t('account.delete.lastOwner'));
      throw error;
    }
    await endSession(deps, context, viewer);
    return call.redirect('/account-deleted');
  }),
  page({ method: 'get', path: '/account-deleted', may: 'site.read' }, (call) =>
    call.render(<DeletedPage />, { title: call.i18n.t('account.deleted.title'), noIndex: true }),
  ),
  api(
    {
      method: 'get',
      path: '/api/settings/export',
      may: 'account.export',
      summary: 'Returns all data stored about the caller as a JSON file',
      load: ownAccount,
      answer: z.looseObject({ exportedOn: z.iso.date() }),
    },
    ({ deps, viewer, clientAddress }) => collectData(deps, viewer, clientAddress),
  ),
  api(
    {
      method: 'delete',
      path: '/api/settings',
      may: 'account.delete',
      refuses: ['RESOURCE_IN_USE'],
      summary: 'Deletes the caller’s account. Orders remain for the legal retention period.',
      load: ownAccount,
    },
    async ({ deps, viewer, context }) => {
      await deps.write((work) => eraseData(work, viewer.userId));
      await endSession(deps, context, viewer);
      return undefined;
    },
  ),
]);
