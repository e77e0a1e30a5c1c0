import type { ReactElement } from 'react';
import { Button, CsrfField } from './form.tsx';
import { usePage } from './page.tsx';
import { paths } from './paths.ts';

/** Asks what may be stored. The page stays usable meanwhile; saying no is as easy as saying yes. */
export function ConsentBanner({ back }: { back: string }): ReactElement {
  const { words } = usePage();
  return (
    <section className="consent" aria-labelledby="consent-title">
      <div className="wrap consent-row">
        <div className="consent-text">
          <h2 id="consent-title">{words.t('consent.banner.title')}</h2>
          <p>
            {words.t('consent.banner.text')} <a href={paths.consent}>{words.t('consent.banner.more')}</a>{' '}
            <a href={paths.privacy}>{words.t('ui.footer.privacy')}</a>
          </p>
        </div>
        <ConsentForm back={back} />
      </div>
    </section>
  );
}

/** Both answers, equal in size and look. */
export function ConsentForm({ back }: { back: string }): ReactElement {
  const { words, csrfToken } = usePage();
  return (
    <form className="consent-answers" method="post" action={paths.consent}>
      <CsrfField token={csrfToken} />
      <input type="hidden" name="to" value={back} />
      <Button name="categories" value="necessary" look="quiet">
        {words.t('consent.onlyNecessary')}
      </Button>
      <Button name="categories" value="necessary,ga" look="quiet">
        {words.t('consent.acceptAll')}
      </Button>
    </form>
  );
}
