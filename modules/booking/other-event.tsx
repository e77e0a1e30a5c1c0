import type { ReactElement } from 'react';
import { stepPath } from '#modules/orders/rules/steps.ts';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type BookingContext, BookingHead } from './booking-frame.tsx';
import type { OtherEvent } from './other-events.ts';

/** Asks before the people of another event are deleted. */
export function OtherEventPage(props: { booking: BookingContext; others: readonly OtherEvent[] }): ReactElement {
  const { booking, others } = props;
  const { i18n } = booking;
  const { csrfToken } = usePage();
  return (
    <div className="stack">
      <BookingHead booking={booking} step="competitions" />
      <section className="question" aria-labelledby="other-event">
        <h2 id="other-event">{i18n.t('people.other.title')}</h2>
        {others.map(({ event, people }) => (
          <p key={event.id}>{i18n.t('people.other.line', { event: event.title, count: people })}</p>
        ))}
        <p>{i18n.t('people.other.text')}</p>
        <div className="question-actions">
          {others.map(({ event }) => (
            <ButtonLink key={event.id} href={stepPath(String(event.id), 'competitions')}>
              {i18n.t('people.other.back', { event: event.title })}
            </ButtonLink>
          ))}
          <PostButton
            look="quiet"
            action={stepPath(booking.eventRef, 'competitions')}
            csrfToken={csrfToken}
            fields={{ intent: 'here' }}
          >
            {i18n.t('people.other.here')}
          </PostButton>
        </div>
      </section>
    </div>
  );
}
