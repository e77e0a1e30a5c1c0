import type { ReactElement } from 'react';
import { preinitModule } from 'react-dom';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isOver, saleState } from '#modules/events/rules/sale.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { roomOf } from '../read-room.ts';
import { opensAtOf, phaseOf, roomPath } from '../rules/room.ts';
import type { WaitingRoom } from '../schema.ts';
import { gathersFrom } from '../shapes.ts';
import type { OwnTurn } from '../turn.ts';

export async function waitingRoomNote(
  reader: Reader,
  catalog: Catalog,
  i18n: Translator,
  now: Instant,
): Promise<ReactElement | null> {
  const room = await roomOf(reader, catalog.event.id);
  return room && <EventNote {...{ catalog, room, i18n, now }} />;
}

/** Note on the event page: when the queue opens, with a link. The same for every visitor. */
function EventNote(props: {
  catalog: Catalog;
  room: Pick<WaitingRoom, 'beginsAt' | 'leadMinutes' | 'drawnAt'>;
  i18n: Translator;
  now: Instant;
}): ReactElement | null {
  const { catalog, room, i18n, now } = props;
  const opensAt = opensAtOf(room, catalog);
  if (catalog.event.canceled || isOver(catalog.event, now)) return null;
  const phase = phaseOf({ ...room, opensAt }, now);
  if (phase === 'ahead') {
    if (opensAt === null) return null;
    const [from, opens] = [gathersFrom(opensAt, room.leadMinutes), opensAt].map(i18n.weekdayDateTime);
    return <Alert tone="accent">{i18n.t('waitingRoom.note.ahead', { from: from ?? '', opens: opens ?? '' })}</Alert>;
  }
  return (
    <div className="stack-s">
      <Alert tone="accent">{i18n.t(phase === 'open' ? 'waitingRoom.note.open' : 'waitingRoom.note.gathering')}</Alert>
      {/* While something is on sale, the sign-up button leads to the room as well. */}
      {saleState(catalog.event, catalog.competitions, now) === 'notYet' ? (
        <p>
          <ButtonLink href={roomPath(catalog.event.id)}>{i18n.t('waitingRoom.note.link')}</ButtonLink>
        </p>
      ) : null}
    </div>
  );
}

type Props = { turn: OwnTurn; eventRef: number | string; i18n: Translator; now: Instant };

/** Shows how long the turn lasts in every step of the booking. */
export function TurnNote({ turn, eventRef, i18n, now }: Props): ReactElement | null {
  if (turn.kind !== 'turn') return null;
  return (
    <p className="turn-note">
      {i18n.t('waitingRoom.turn.text', { until: i18n.time(turn.until) })}{' '}
      <Countdown {...{ until: turn.until, i18n, now }} />{' '}
      <a className="turn-over" href={roomPath(eventRef)} hidden>
        {i18n.t('waitingRoom.over.again')}
      </a>
    </p>
  );
}

/** Filled by `islands/queue.ts`. Screen readers hear it five, two and one minutes before the end, and at the end. */
export function Countdown({ until, i18n, now }: Pick<Props, 'i18n' | 'now'> & { until: Instant }): ReactElement {
  const { assets } = usePage();
  preinitModule(assets.manifest.runtime, { as: 'script' });
  return (
    <span
      data-countdown={until - now}
      data-left-300={i18n.t('waitingRoom.turn.left', { count: 5 })}
      data-left-120={i18n.t('waitingRoom.turn.left', { count: 2 })}
      data-left-60={i18n.t('waitingRoom.turn.left', { count: 1 })}
      data-left-0={i18n.t('waitingRoom.over.title')}
    >
      <strong className="countdown" aria-hidden="true" />
      <span className="visually-hidden" role="status" />
    </span>
  );
}
