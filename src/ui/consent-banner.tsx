import type { ReactElement } from 'react';
import { Button, CsrfField } from './button.tsx';
import { usePage } from './page.tsx';
import { paths } from './paths.ts';

/** The page stays usable; rejecting is as easy as accepting. */
export function ConsentBanner({ back }: { back: string }): ReactElement {
  const { i18n, frame } = usePage();
  const asked = { withStatistics: frame?.asksForStatistics ?? false, withMarketing: frame?.asksForMarketing ?? false };
  const text = !asked.withMarketing
    ? 'consent.banner.text'
    : asked.withStatistics
      ? 'consent.banner.textWithMarketing'
      : 'consent.banner.textOnlyMarketing';
  return (
    <section className="consent" aria-labelledby="consent-title">
      <div className="wrap consent-row">
        <div className="consent-text">
          <h2 id="consent-title">{i18n.t('consent.banner.title')}</h2>
          <p>
            {i18n.t(text)} <a href={paths.consent}>{i18n.t('consent.banner.more')}</a>{' '}
            <a href={paths.privacy}>{i18n.t('ui.footer.privacy')}</a>
          </p>
        </div>
        <ConsentForm back={back} {...asked} />
      </div>
    </section>
  );
}

type ConsentFormProps = { back: string; withStatistics: boolean; withMarketing: boolean; inDetail?: boolean };

/**
 * Buttons of equal size and look. `withStatistics`, `withMarketing`: what is asked. `inDetail`: a partial consent is possible.
 */
export function ConsentForm({ back, withStatistics, withMarketing, inDetail }: ConsentFormProps): ReactElement {
  const { i18n, csrfToken } = usePage();
  const all = ['necessary', ...(withStatistics ? ['ga'] : []), ...(withMarketing ? ['marketing'] : [])];
  const answers = [
    { categories: 'necessary', label: i18n.t('consent.onlyNecessary') },
    ...(withStatistics && withMarketing && inDetail
      ? [{ categories: 'necessary,ga', label: i18n.t('consent.withStatistics') }]
      : []),
    { categories: all.join(), label: i18n.t('consent.acceptAll') },
  ];
  return (
    <form className="consent-answers" method="post" action={paths.consent} data-no-answer={i18n.t('consent.noAnswer')}>
      <CsrfField token={csrfToken} />
      <input type="hidden" name="to" value={back} />
      {withMarketing ? <input type="hidden" name="about" value="marketing" /> : null}
      {answers.map(({ categories, label }) => (
        <Button key={categories} name="categories" value={categories} look="quiet">
          {label}
        </Button>
      ))}
    </form>
  );
}
