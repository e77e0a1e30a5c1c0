import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isOver, saleState } from '#modules/events/rules/sale.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { roomOf } from '../read-room.ts';
import { roomPath } from '../rules/paths.ts';
import { opensAtOf, phaseOf } from '../rules/room.ts';
import type { WaitingRoom } from '../schema.ts';
import { gathersFrom } from './room-texts.ts';

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
