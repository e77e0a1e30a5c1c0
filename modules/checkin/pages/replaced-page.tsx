import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';

/** What a link shows that went to an address before the present one: nothing of anybody. */
export function ReplacedPage({ words, isSaved }: { words: Translator; isSaved: boolean }): ReactElement {
  if (isSaved) {
    return (
      <div className="narrow stack">
        <h1>{words.t('ownPage.moved.title')}</h1>
        <Alert tone="good">{words.t('ownPage.moved.text')}</Alert>
      </div>
    );
  }
  return (
    <div className="narrow stack">
      <h1>{words.t('ownPage.replaced.title')}</h1>
      <Alert tone="wait">{words.t('ownPage.replaced.text')}</Alert>
      <p className="soft">{words.t('ownPage.replaced.help')}</p>
      <div className="form-actions">
        <ButtonLink look="quiet" href="/">
          {words.t('ui.nav.events')}
        </ButtonLink>
      </div>
    </div>
  );
}
