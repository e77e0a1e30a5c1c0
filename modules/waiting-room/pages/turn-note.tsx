import type { ReactElement } from 'react';
import { preinitModule } from 'react-dom';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { usePage } from '#src/ui/page.tsx';
import { roomPath } from '../rules/paths.ts';
import type { OwnTurn } from '../turn.ts';

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

/**
 * Remaining minutes and seconds, filled by `islands/queue.ts`. Screen readers hear it five, two and one minutes before
 * the end, and at the end.
 */
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
