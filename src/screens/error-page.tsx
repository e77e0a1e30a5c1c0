import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';

export type ErrorPageProps = {
  status: number;
  code: string;
  /** In the visitor's language. */
  message: string;
  /** What support finds the log entry by; worth showing when the mistake is ours. */
  errorId: string;
};

/** Says what happened and leads on. */
export function ErrorPage({ status, message, errorId }: ErrorPageProps) {
  const { words } = usePage();
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <h1>{words.t(status === 404 ? 'screens.error.notFound' : 'ui.error.title')}</h1>
        <p className="lead">{message}</p>
      </header>
      <div className="row">
        <ButtonLink href={paths.home}>{words.t('screens.error.home')}</ButtonLink>
        <ButtonLink href={paths.support} look="quiet">
          {words.t('ui.footer.support')}
        </ButtonLink>
      </div>
      {status >= 500 ? <p className="small soft">{words.t('ui.error.id', { errorId })}</p> : null}
    </div>
  );
}
