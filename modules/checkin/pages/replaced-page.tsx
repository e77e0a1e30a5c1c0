import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';

/** Shown for a link to a previous address; contains no personal data. */
export function ReplacedPage({ i18n, isSaved }: { i18n: Translator; isSaved: boolean }): ReactElement {
  if (isSaved) {
    return (
      <div className="narrow stack">
        <h1>{i18n.t('ownPage.moved.title')}</h1>
        <Alert tone="good">{i18n.t('ownPage.moved.text')}</Alert>
      </div>
    );
  }
  return (
    <div className="narrow stack">
      <h1>{i18n.t('ownPage.replaced.title')}</h1>
      <Alert tone="wait">{i18n.t('ownPage.replaced.text')}</Alert>
      <p className="soft">{i18n.t('ownPage.replaced.help')}</p>
      <div className="form-actions">
        <ButtonLink look="quiet" href="/">
          {i18n.t('ui.nav.events')}
        </ButtonLink>
      </div>
    </div>
  );
}
