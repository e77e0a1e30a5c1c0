import type { Instant } from '#src/kernel/time.ts';
import { minutes } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { Look } from '../look.ts';

export type RoomText = { title: string; text: string };

/** Title and text of the visitor's state, used by the page and the API. */
export function roomText({ known, own }: Look, i18n: Translator): RoomText {
  const { t } = i18n;
  const { opensAt, phase, room } = known;
  const opens = opensAt === null ? '' : i18n.weekdayDateTime(opensAt);
  if (own === null) {
    if (phase === 'open') return { title: t('waitingRoom.late.title'), text: t('waitingRoom.late.text') };
    if (opensAt === null) return { title: t('waitingRoom.unknown.title'), text: t('waitingRoom.unknown.text') };
    const from = i18n.weekdayDateTime(gathersFrom(opensAt, room.leadMinutes));
    return phase === 'ahead'
      ? { title: t('waitingRoom.ahead.title', { from }), text: t('waitingRoom.ahead.text', { opens }) }
      : { title: t('waitingRoom.gathering.title', { opens }), text: t('waitingRoom.gathering.text') };
  }
  switch (own.state) {
    case 'gathered':
      return { title: t('waitingRoom.gathered.title'), text: t('waitingRoom.gathered.text', { opens }) };
    case 'waiting':
      return {
        title: t('waitingRoom.waiting.title', { count: own.ahead ?? 0 }),
        text: own.minutes === null ? t('waitingRoom.waiting.paused') : expected(own.minutes, i18n),
      };
    case 'turn':
      return {
        title: t('waitingRoom.turn.title'),
        text: t('waitingRoom.turn.text', { until: i18n.time(own.until ?? 0) }),
      };
    default:
      return { title: t(`waitingRoom.${own.state}.title`), text: t(`waitingRoom.${own.state}.text`) };
  }
}

export const gathersFrom = (opensAt: Instant, leadMinutes: number): number => opensAt - minutes(leadMinutes);

/** Estimates are rough, so long waits are rounded up to steps. */
function expected(ofMinutes: number, { t }: Translator): string {
  if (ofMinutes < 1) return t('waitingRoom.waiting.next');
  if (ofMinutes > 120) return t('waitingRoom.waiting.long');
  const step = ofMinutes <= 10 ? 1 : ofMinutes <= 60 ? 5 : 15;
  return t('waitingRoom.waiting.minutes', { count: Math.ceil(ofMinutes / step) * step });
}
