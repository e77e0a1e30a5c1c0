import type { ReactElement } from 'react';
import { Empty } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';

export type ChoosableEvent = { id: number; title: string; startTimestamp: number; timeZone: string };

/** `isAtGate`: outside of the management, for staff who only scan. */
export function EventChoice(props: { events: readonly ChoosableEvent[]; isAtGate: boolean }): ReactElement {
  const { i18n } = usePage();
  const { events, isAtGate } = props;
  if (events.length === 0) {
    const text = i18n.t(isAtGate ? 'checkin.scan.noneAtGate' : 'checkin.scan.noneText');
    return <Empty title={i18n.t('checkin.scan.none')} text={text} />;
  }
  const dateOf = (event: ChoosableEvent) => i18n.in(event.timeZone).weekdayDate(event.startTimestamp);
  if (isAtGate) {
    return (
      <div className="narrow stack">
        <h1>{i18n.t('checkin.scan.choose')}</h1>
        {events.map((event) => (
          <div key={event.id}>
            <ButtonLink href={`/scan?event=${event.id}`}>{event.title}</ButtonLink>
            <p className="soft">{dateOf(event)}</p>
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul className="scan-events">
      {events.map((event) => (
        <li key={event.id}>
          <a href={`/scan?event=${event.id}`}>
            <strong>{event.title}</strong>
            <span className="soft">{dateOf(event)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
