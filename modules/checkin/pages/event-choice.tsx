import type { ReactElement } from 'react';
import { Empty } from '#src/ui/display.tsx';
import { usePage } from '#src/ui/page.tsx';

export type ChoosableEvent = { id: number; title: string; startTimestamp: number; timeZone: string };

/** For which event is this gate? */
export function EventChoice(props: { events: readonly ChoosableEvent[]; isAtGate: boolean }): ReactElement {
  const { words } = usePage();
  const { events, isAtGate } = props;
  const title = isAtGate ? <h1>{words.t('checkin.scan.choose')}</h1> : null;
  if (events.length === 0) {
    const text = words.t(isAtGate ? 'checkin.scan.noneAtGate' : 'checkin.scan.noneText');
    return <Empty title={words.t('checkin.scan.none')} text={text} />;
  }
  const list = (
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
  return title ? (
    <div className="narrow stack">
      {title}
      {list}
    </div>
  ) : (
    list
  );
}
