import type { ReactElement } from 'react';
import type { OrderRecord } from '#modules/orders/index.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';

type ClosedPageProps = {
  event: Pick<OrderRecord['event'], 'id' | 'title'>;
  until: Instant;
  /** Public lists; null when the event is not public. */
  lists: { results: boolean } | null;
  i18n: Translator;
};

/** Shown after the own page has closed; contains no personal data. */
export function ClosedPage({ event, until, lists, i18n }: ClosedPageProps): ReactElement {
  const eventPath = `/events/${event.id}`;
  return (
    <div className="narrow stack">
      <h1>{i18n.t('ownPage.closed.title')}</h1>
      <Alert tone="wait">{i18n.t('ownPage.closed.text', { event: event.title, until: i18n.date(until) })}</Alert>
      <p className="soft">{i18n.t('ownPage.closed.help')}</p>
      <div className="form-actions">
        {lists?.results ? (
          <ButtonLink href={`${eventPath}/results`}>{i18n.t('events.event.results')}</ButtonLink>
        ) : null}
        <ButtonLink look="quiet" href={lists ? eventPath : '/'}>
          {i18n.t(lists ? 'ownPage.closed.event' : 'ui.nav.events')}
        </ButtonLink>
      </div>
    </div>
  );
}
