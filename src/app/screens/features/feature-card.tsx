import type { ReactElement } from 'react';
import { featureForm } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { ButtonLink, CsrfField } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import { type FeatureName, features, featuresPath } from './features.ts';

/** Features whose details are not the hint of a setting. */
type OwnWords = 'lottery' | 'transfers' | 'waitingRoom' | 'groupRegistration' | 'buyerChanges';

type CardProps = {
  name: FeatureName;
  event: Catalog['event'];
  isOn: boolean;
  state: FormState | undefined;
  i18n: Translator;
};

/** A switch, one sentence, and the details behind "More". */
export function FeatureCard({ name, event, isOn, state, i18n }: CardProps): ReactElement {
  const { t } = i18n;
  const { setting, page } = features[name];
  const path = `${featuresPath(event.id)}/${name}`;
  const titleId = `${name}-title`;
  return (
    <section className="card stack-s feature" id={name} aria-labelledby={titleId}>
      <div className="feature-head">
        <h2 id={titleId}>{t(`features.${name}.title`)}</h2>
        <Switch {...{ name, event, isOn, i18n }} />
      </div>
      <p>{t(`features.${name}.text`)}</p>
      <details className="form-more" open={state !== undefined}>
        <summary>
          {t('features.more')}
          <span className="visually-hidden">: {t(`features.${name}.title`)}</span>
        </summary>
        <div className="stack-s">
          {setting && isOn ? (
            <SavingForm
              form={featureForm(setting)}
              record={{ [setting]: event[setting] }}
              state={state}
              i18n={i18n}
              action={path}
              look="quiet"
            />
          ) : (
            <p className="soft">{setting ? t(`events.form.${setting}Hint`) : t(`features.${name as OwnWords}.more`)}</p>
          )}
          {page ? (
            <p>
              <ButtonLink look="quiet" small href={`/admin/events/${event.id}/${page}`}>
                {t(`features.${name as Exclude<FeatureName, 'placeHolds'>}.page`)}
              </ButtonLink>
            </p>
          ) : null}
        </div>
      </details>
    </section>
  );
}

/** Switching on acts at once; switching off leads to a page that names the consequences. */
function Switch({ name, event, isOn, i18n }: Omit<CardProps, 'state'>): ReactElement {
  const { csrfToken } = usePage();
  const { offPage } = features[name];
  const path = `${featuresPath(event.id)}/${name}`;
  const offPath = offPage ? `/admin/events/${event.id}/${offPage}` : `${path}/off`;
  return (
    <form action={isOn ? offPath : `${path}/on`} method={isOn ? 'get' : 'post'}>
      {isOn ? null : <CsrfField token={csrfToken} />}
      <button className="switch" type="submit" role="switch" aria-checked={isOn} aria-labelledby={`${name}-title`}>
        <span className="switch-word" aria-hidden="true">
          {i18n.t(isOn ? 'features.isOn' : 'features.isOff')}
        </span>
      </button>
    </form>
  );
}
