import { getCookie } from 'hono/cookie';
import { codesInUse } from '#modules/events/index.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { ConsentForm } from '#src/ui/consent-banner.tsx';
import { Alert, Badge, Card } from '#src/ui/display.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import {
  type Category,
  type Consent,
  categoriesIn,
  consentCookie,
  consentLastsMs,
  readConsent,
  writeConsent,
} from '#src/web/consent.ts';
import { type AppContext, insidePath, type PageRoute, page } from '#src/web/http.ts';
import { StorageTable } from './stored-names.tsx';

const savedPath = `${paths.consent}?saved=yes`;

type ConsentPageProps = {
  consent: Consent | null;
  saved: boolean;
  isMeasuring: boolean;
  /** Any organizer uses marketing. */
  withMarketing: boolean;
};

function ConsentPage({ consent, saved, isMeasuring, withMarketing }: ConsentPageProps) {
  const { i18n } = usePage();
  const stateOf = (category: Category) => (!consent ? 'open' : consent.includes(category) ? 'allowed' : 'refused');
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <h1>{i18n.t('consent.page.title')}</h1>
        <p className="lead">
          {i18n.t(isMeasuring || withMarketing ? 'consent.page.intro' : 'consent.page.introNecessary')}
        </p>
      </header>
      {saved ? <Alert tone="good">{i18n.t('consent.page.saved')}</Alert> : null}
      <CategoryCard category="necessary" state="always" />
      {isMeasuring ? <CategoryCard category="ga" state={stateOf('ga')} /> : null}
      {withMarketing ? <CategoryCard category="marketing" state={stateOf('marketing')} /> : null}
      {isMeasuring || withMarketing ? (
        <ConsentForm back={savedPath} withStatistics={isMeasuring} withMarketing={withMarketing} inDetail />
      ) : (
        <p>{i18n.t('consent.page.nothing')}</p>
      )}
      <p className="small">
        <a href={paths.privacy}>{i18n.t('ui.footer.privacy')}</a>
      </p>
    </div>
  );
}

function CategoryCard({ category, state }: { category: Category; state: 'always' | 'open' | 'allowed' | 'refused' }) {
  const { i18n } = usePage();
  return (
    <Card
      title={
        <span className="consent-category">
          {i18n.t(`consent.${category}.title`)}{' '}
          <Badge tone={state === 'allowed' || state === 'always' ? 'good' : 'neutral'}>
            {i18n.t(`consent.state.${state}`)}
          </Badge>
        </span>
      }
    >
      <p>{i18n.t(`consent.${category}.text`)}</p>
      {category === 'marketing' ? (
        <p className="small soft">{i18n.t('consent.marketing.cookies')}</p>
      ) : (
        <StorageTable group={category} />
      )}
      {category === 'ga' ? <p className="small soft">{i18n.t('consent.ga.cookies')}</p> : null}
    </Card>
  );
}

/** Set by hand, because a library escapes the comma, which people should read. */
function saveConsent(context: AppContext, accepted: Consent, aboutMarketing: boolean): void {
  const { deps } = context.var;
  const secure = deps.config.publicUrl.startsWith('https:') ? '; Secure' : '';
  const value = writeConsent(accepted, deps.clock(), aboutMarketing);
  const line = `${consentCookie}=${value}; Max-Age=${consentLastsMs / 1000}; Path=/; SameSite=Lax${secure}`;
  context.header('set-cookie', line, { append: true });
}

/** Withdrawn consent deletes the cookies of analytics. */
function takeCountingCookies(context: AppContext): void {
  for (const name of Object.keys(getCookie(context)).filter((name) =>
    /^(?:_g(a|id|at)(_\w+)?|viewed-events)$/.test(name),
  )) {
    context.header('set-cookie', `${name}=; Max-Age=0; Path=/`, { append: true });
  }
}

export const consentPages: readonly PageRoute[] = [
  page(
    { method: 'get', path: paths.consent, may: 'site.read' },
    async ({ deps, i18n, query, now, context, render }) => {
      const consent = readConsent(getCookie(context, consentCookie), now);
      const using = await codesInUse(deps.read);
      const isMeasuring = deps.config.gaMeasurementId !== null || using.google;
      return render(
        <ConsentPage
          consent={consent}
          saved={query.has('saved') && consent !== null}
          isMeasuring={isMeasuring}
          withMarketing={using.pixels}
        />,
        { title: i18n.t('consent.page.title'), noIndex: true },
      );
    },
  ),

  page({ method: 'post', path: paths.consent, may: 'site.read' }, async ({ form, i18n, context, redirect }) => {
    const accepted = categoriesIn(String(form.get('categories') ?? ''));
    // An answer without a choice is invalid; necessary cookies are part of every answer.
    if (!accepted.includes('necessary')) refuseFields({ categories: [i18n.t('ui.form.invalid')] });
    saveConsent(context, accepted, form.get('about') === 'marketing');
    if (!accepted.includes('ga')) takeCountingCookies(context);
    return redirect(insidePath(String(form.get('to') ?? '')));
  }),
];
