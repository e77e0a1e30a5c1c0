import type { MessageKey } from '#src/texts/locale.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';

type ErrorPageProps = {
  status: number;
  code: string;
  message: string;
  /** The key of the log entry for support; shown for server errors. */
  errorId: string;
  /** A super admin acts for a person, and the page is for that person only. */
  isActing: boolean;
  /** The page belongs to the management. */
  isManagement: boolean;
};

const titles: Readonly<Record<number, MessageKey>> = {
  403: 'screens.error.forbidden',
  404: 'screens.error.notFound',
  405: 'screens.error.notFound',
};

export function ErrorPage({ status, code, message, errorId, isActing, isManagement }: ErrorPageProps) {
  const { i18n, viewer } = usePage();
  // A member of an organizer lacks a role; the link leads to their own management.
  const ownPath = viewer?.isOrganizer ? paths.admin : viewer?.isAtGate ? paths.scan : null;
  const isRefused = code === 'NO_PERMISSION' && !isActing;
  const isOurs = status >= 500;
  // An expired page is not about permissions.
  const title = code === 'INVALID_CSRF_TOKEN' ? undefined : isActing ? 'screens.error.acting' : titles[status];
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <h1>{i18n.t(isOurs ? 'screens.error.ours' : (title ?? 'ui.error.title'))}</h1>
        <p className="lead">
          {isOurs ? i18n.t('screens.error.oursText') : isActing ? i18n.t('screens.error.actingText') : message}
        </p>
      </header>
      {isOurs ? <p>{i18n.t('ui.error.id', { errorId })}</p> : null}
      {isRefused && ownPath ? <p>{i18n.t('screens.error.role')}</p> : null}
      {isRefused && !ownPath && isManagement ? <p>{i18n.t('screens.error.organize')}</p> : null}
      <div className="row">
        {isRefused && ownPath ? (
          <ButtonLink href={ownPath}>
            {i18n.t(viewer?.isOrganizer ? 'events.event.manage' : 'admin.nav.scan')}
          </ButtonLink>
        ) : null}
        <ButtonLink href={paths.home} {...(isRefused && ownPath ? { look: 'quiet' } : {})}>
          {i18n.t('screens.error.home')}
        </ButtonLink>
        <ButtonLink href={paths.support} look="quiet">
          {i18n.t('ui.footer.support')}
        </ButtonLink>
      </div>
    </div>
  );
}
