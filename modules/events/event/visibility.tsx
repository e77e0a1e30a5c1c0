import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Badge } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { confirmPages } from '#src/web/forms/form-pages.ts';
import { changesEvent, type ManagedCall, managed } from '../management/frame.tsx';
import { askOfEvent } from '../management/record-deletion.tsx';
import { press } from '../management/save.ts';
import type { EventSale } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import { isPublic } from '../rules/sale.ts';
import { updateEvent } from './change-event.ts';

const choices = ['visible', 'viaLink', 'hidden'] as const;
type Choice = (typeof choices)[number];
const choiceIn = ({ call }: ManagedCall): Choice =>
  choices.find((choice) => choice === call.form.get('visibility')) ?? 'hidden';

type BadgeProps = { event: EventSale['event']; i18n: Translator };
const tones = { visible: 'good', viaLink: 'accent', hidden: 'neutral' } as const;
const choiceOf = ({ visible, visibleViaLink }: BadgeProps['event']): Choice =>
  visible ? 'visible' : visibleViaLink ? 'viaLink' : 'hidden';

export function VisibilityBadge({ event, i18n }: BadgeProps): ReactElement {
  const current = choiceOf(event);
  return <Badge tone={tones[current]}>{i18n.t(`events.visibility.${current}`)}</Badge>;
}

const isEntered = ({ competitions }: Catalog): boolean => competitions.some(({ sold }) => sold > 0);
const eventPath = ({ event }: Catalog): string => `/admin/events/${event.id}`;

export function Visibility(props: { catalog: Catalog; i18n: Translator; csrfToken: string }): ReactElement {
  const { catalog, i18n, csrfToken } = props;
  const { event } = catalog;
  const current = choiceOf(event);
  const action = `${eventPath(catalog)}/visibility`;
  return (
    <section className="card" aria-labelledby="visibility-title">
      <details className="folded" open={!isPublic(event)}>
        <summary>
          <h2 id="visibility-title">{i18n.t('events.admin.visibility')}</h2>
          <VisibilityBadge event={event} i18n={i18n} />
        </summary>
        <p>{i18n.t(`events.visibility.${current}Text`)}</p>
        <div className="row">
          {choices
            .filter((choice) => choice !== current)
            .map((choice) =>
              choice === 'hidden' && isEntered(catalog) ? (
                <ButtonLink key={choice} look="quiet" small href={action}>
                  {i18n.t('events.visibility.hiddenButton')}
                </ButtonLink>
              ) : (
                <PostButton
                  key={choice}
                  action={action}
                  csrfToken={csrfToken}
                  fields={{ visibility: choice }}
                  look="quiet"
                  small
                >
                  {i18n.t(`events.visibility.${choice}Button`)}
                </PostButton>
              ),
            )}
        </div>
      </details>
    </section>
  );
}

/** Hiding an event with sold places asks for confirmation. */
export const visibilityPages = confirmPages({
  ...changesEvent,
  path: '/admin/events/{event}/visibility',
  loadData: (call) => managed(call),
  isAsked: (at) => choiceIn(at) === 'hidden' && isEntered(at.catalog),
  ask: ({ call, catalog }, status) => {
    const { i18n } = call;
    const question = {
      title: i18n.t('events.visibility.hiddenButton'),
      action: `${eventPath(catalog)}/visibility`,
      fields: { visibility: 'hidden' },
      risks: isEntered(catalog) ? [i18n.t('events.visibility.sure')] : [],
      button: i18n.t('events.visibility.hideAnyway'),
      back: eventPath(catalog),
    };
    return askOfEvent(call, catalog, question, status);
  },
  run: (at) => {
    const { call, catalog } = at;
    const choice = choiceIn(at);
    const change = { visible: choice === 'visible', visibleViaLink: choice === 'viaLink' };
    const path = eventPath(catalog);
    return press(
      call,
      catalog.event.id,
      (work) => updateEvent(work, catalog.event.id, change),
      `${path}#visibility-title`,
      path,
    );
  },
});
