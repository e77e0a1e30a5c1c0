import type { ReactElement } from 'react';
import type { OrderRecord } from '#modules/orders/index.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';

type ClosedPageProps = {
  event: Pick<OrderRecord['event'], 'id' | 'title'>;
  until: Instant;
  /** What everybody may look at; null: not even the page of the event. */
  lists: { results: boolean } | null;
  words: Translator;
};

/** What the link of a mail shows once the page behind it is closed: nothing of anybody, and where to go on. */
export function ClosedPage({ event, until, lists, words }: ClosedPageProps): ReactElement {
  const eventPath = `/events/${event.id}`;
  return (
    <div className="narrow stack">
      <h1>{words.t('ownPage.closed.title')}</h1>
      <Alert tone="wait">{words.t('ownPage.closed.text', { event: event.title, until: words.date(until) })}</Alert>
      <p className="soft">{words.t('ownPage.closed.help')}</p>
      <div className="form-actions">
        {lists?.results ? (
          <ButtonLink href={`${eventPath}/results`}>{words.t('events.event.results')}</ButtonLink>
        ) : null}
        <ButtonLink look="quiet" href={lists ? eventPath : '/'}>
          {words.t(lists ? 'ownPage.closed.event' : 'ui.nav.events')}
        </ButtonLink>
      </div>
    </div>
  );
}
