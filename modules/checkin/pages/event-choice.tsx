import type { ReactElement } from 'react';
import { Empty } from '#src/ui/display.tsx';
import { usePage } from '#src/ui/page.tsx';

export type ChoosableEvent = { id: number; title: string; startTimestamp: number; timeZone: string };

/** For which event is this gate? */
export function EventChoice({ events }: { events: readonly ChoosableEvent[] }): ReactElement {
  const { words } = usePage();
  if (events.length === 0) {
    return <Empty title={words.t('checkin.scan.none')} text={words.t('checkin.scan.noneText')} />;
  }
  return (
    <ul className="scan-events">
      {events.map((event) => (
        <li key={event.id}>
          <a href={`/scan?event=${event.id}`}>
            <strong>{event.title}</strong>
            <span className="soft">{words.in(event.timeZone).weekdayDate(event.startTimestamp)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
