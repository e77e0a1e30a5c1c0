import type { ReactElement } from 'react';
import {
  changesEvent,
  featureForm,
  featureInput,
  type ManagedCall,
  managed,
  onEvent,
  renderOfEvent,
  saveEventForm,
  updateEvent,
} from '#modules/events/index.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { Saved } from '#src/ui/form.tsx';
import { Confirm } from '#src/web/forms/confirm.tsx';
import { confirmPages } from '#src/web/forms/form-pages.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { page, type Route } from '#src/web/http.ts';
import { FeatureCard } from './feature-card.tsx';
import { type FeatureName, featureNames, featureStates, features, featuresPath, isFeature } from './features.ts';

/** Features that are switched off here. */
type Switched = Exclude<FeatureName, 'lottery' | 'waitingRoom'>;
type Managed = ManagedCall<'feature'>;

const nameIn = ({ call }: Managed): FeatureName => {
  const { feature } = call.params;
  return isFeature(feature) ? feature : refuse('NOT_FOUND');
};

type Posted = { name: FeatureName; state: FormState };

async function show(at: ManagedCall, posted?: Posted): Promise<Response> {
  const { call, catalog } = at;
  const { i18n } = call;
  const states = await featureStates(at);
  const done = call.query.get('done') ?? '';
  return renderOfEvent(
    at,
    i18n.t('features.title'),
    <>
      {isFeature(done) && !posted ? (
        <Saved>
          {i18n.t(states[done] ? 'features.on' : 'features.off', { feature: i18n.t(`features.${done}.title`) })}
        </Saved>
      ) : null}
      <p className="soft">{i18n.t('features.lead')}</p>
      <div className="features">
        {featureNames.map((name) => (
          <FeatureCard
            key={name}
            {...{ name, event: catalog.event, i18n }}
            isOn={states[name]}
            state={posted?.name === name ? posted.state : undefined}
          />
        ))}
      </div>
    </>,
    { status: formStatus(posted?.state) },
  );
}

/** The usual value; a page of its own asks for what has none. */
async function switchOn(at: Managed): Promise<Response> {
  const { call, catalog } = at;
  const { event } = catalog;
  const name = nameIn(at);
  const { switchOn: turnOn, goesOnAt, page: ownPage } = features[name];
  const own = (segment: string) => `/admin/events/${event.id}/${segment}`;
  try {
    await onEvent(call, event.id, (work) => turnOn(work, event, call.viewer));
  } catch (error) {
    // The feature's page shows what is missing.
    if (error instanceof Problem && ownPage) return call.redirect(own(ownPage));
    throw error;
  }
  return call.redirect(goesOnAt ? own(goesOnAt) : `${featuresPath(event.id)}?done=${name}#${name}`);
}

async function saveSetting(at: Managed): Promise<Response> {
  const { call, catalog } = at;
  const { event } = catalog;
  const name = nameIn(at);
  const setting = features[name].setting ?? refuse('NOT_FOUND');
  const saved = await saveEventForm(call, event.id, {
    form: featureForm(setting),
    schema: featureInput(setting),
    stored: ({ event: now }) => ({ [setting]: now[setting] }),
    save: async (work, data) => {
      await updateEvent(work, event.id, data);
      return `${featuresPath(event.id)}?done=${name}#${name}`;
    },
  });
  return 'to' in saved ? call.redirect(saved.to) : show(at, { name, state: saved.state });
}

function OffQuestion({ name, at }: { name: FeatureName; at: Managed }): ReactElement {
  const { call, catalog } = at;
  const { t } = call.i18n;
  const back = featuresPath(catalog.event.id);
  return (
    <Confirm
      action={`${back}/${name}/off`}
      question={t('features.offQuestion', { feature: t(`features.${name}.title`) })}
      text={<p>{t(`features.${name as Switched}.off`)}</p>}
      button={t('features.switchOff')}
      back={back}
    />
  );
}

const base = '/admin/events/{event}/features' as const;

export const featurePages: readonly Route[] = [
  page({ method: 'get', path: base, ...changesEvent }, (call) => show(managed(call))),
  page({ method: 'post', path: `${base}/{feature}`, ...changesEvent }, (call) => saveSetting(managed(call))),
  page({ method: 'post', path: `${base}/{feature}/on`, ...changesEvent }, (call) => switchOn(managed(call))),
  ...confirmPages({
    path: `${base}/{feature}/off`,
    ...changesEvent,
    loadData: managed<'feature'>,
    ask: (at, status = 200) =>
      features[nameIn(at)].switchOff
        ? renderOfEvent(at, at.call.i18n.t('features.title'), <OffQuestion name={nameIn(at)} at={at} />, { status })
        : refuse('NOT_FOUND'),
    run: async (at) => {
      const { call, catalog } = at;
      const { event } = catalog;
      const name = nameIn(at);
      const turnOff = features[name].switchOff ?? refuse('NOT_FOUND');
      await onEvent(call, event.id, (work) => turnOff(work, event, call.viewer));
      return call.redirect(`${featuresPath(event.id)}?done=${name}#${name}`);
    },
  }),
];
