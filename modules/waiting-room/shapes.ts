import * as z from 'zod';
import { fromIso, type Instant, minutes, plus } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { instant, type RecordOf } from '#src/web/answers.ts';
import type { RoomState } from './look.ts';
import type { KnownRoom } from './read-room.ts';
import { maxWindowMinutes } from './rules/room.ts';
import { settingsOf } from './save-room.ts';
import type { WaitingRoom } from './schema.ts';

export type RoomText = { title: string; text: string };

export function roomText({ known, own }: RoomState, i18n: Translator): RoomText {
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

export const gathersFrom = (opensAt: Instant, leadMinutes: number): Instant => plus(opensAt, -minutes(leadMinutes));

/** Estimates are rough, so long waits are rounded up to steps. */
function expected(ofMinutes: number, { t }: Translator): string {
  if (ofMinutes < 1) return t('waitingRoom.waiting.next');
  if (ofMinutes > 120) return t('waitingRoom.waiting.long');
  const step = ofMinutes <= 10 ? 1 : ofMinutes <= 60 ? 5 : 15;
  return t('waitingRoom.waiting.minutes', { count: Math.ceil(ofMinutes / step) * step });
}

const moment = z.iso.datetime({ offset: true }).transform(fromIso).nullable();

/** Omitted fields stay unchanged. */
export const roomInput = z
  .object({
    beginsAt: moment.describe('Start of the sale; null: when the first price becomes available'),
    leadMinutes: z.int().min(5).max(1440).describe('Minutes before the start of the sale in which visitors can join'),
    mostAtOnce: z.int().min(1).max(10_000).describe('Maximum number of visitors who may book at the same time'),
    perMinute: z
      .int()
      .min(1)
      .max(10_000)
      .nullable()
      .describe('Maximum number of turns that begin per minute; null: no limit'),
    windowMinutes: z.int().min(5).max(maxWindowMinutes).describe('Length of a turn, minutes'),
    keepUntil: moment.describe('The waiting room stays enabled until then, even if empty'),
    isPaused: z.boolean().describe('true: no new turn begins; active turns continue'),
  })
  .partial();

const settingsShape = z.object({
  beginsAt: instant.nullable(),
  leadMinutes: z.int(),
  mostAtOnce: z.int(),
  perMinute: z.int().nullable(),
  windowMinutes: z.int(),
  keepUntil: instant.nullable(),
  isPaused: z.boolean(),
});

export const roomShape = z
  .object({
    isOn: z.boolean().describe('false: no waiting room, all other fields are null'),
    phase: z.enum(['ahead', 'gathering', 'open']).nullable(),
    gathersFrom: instant.nullable().describe('Time from which visitors can join'),
    opensAt: instant
      .nullable()
      .describe('Start of the sale. Visitors who joined earlier are ranked by lot, later visitors by arrival'),
    isPaused: z.boolean().nullable(),
    seedHash: z
      .string()
      .nullable()
      .describe('SHA-256 of the seed of the draw; `draw.txt` publishes the seed after the draw'),
    place: z
      .object({
        state: z.enum(['gathered', 'waiting', 'turn', 'over', 'booked']),
        number: z.int().describe('Number of the visitor, for verifying the draw'),
        ahead: z.int().nullable().describe('Maximum number of visitors ahead'),
        minutes: z.int().nullable().describe('Estimated minutes until the turn'),
        until: instant.nullable().describe('End of the turn'),
        title: z.string(),
        text: z.string(),
        pauseSeconds: z
          .int()
          .describe('Seconds until the next request; a visitor without a request for three minutes counts as absent'),
      })
      .nullable(),
  })
  .meta({ id: 'WaitingRoom', description: 'Waiting room and the position of the caller' });

export function roomView(look: RoomState | null, i18n: Translator): RecordOf<typeof roomShape> {
  if (!look) {
    const none = { gathersFrom: null, opensAt: null, isPaused: null, seedHash: null, place: null };
    return { isOn: false, phase: null, ...none };
  }
  const { known, own } = look;
  const { opensAt, phase, room } = known;
  return {
    isOn: true,
    phase,
    gathersFrom: opensAt && gathersFrom(opensAt, room.leadMinutes),
    opensAt,
    isPaused: room.isPaused,
    seedHash: room.seedHash,
    place: own && { ...own, ...roomText(look, i18n) },
  };
}

export const managedShape = z
  .object({
    isOn: z.boolean(),
    settings: settingsShape,
    opensAt: instant.nullable(),
    drawnAt: instant.nullable(),
    figures: z.object({
      joined: z.int().describe('Total number of visitors who joined'),
      gathered: z.int().describe('Number of present visitors before the draw'),
      waiting: z.int().describe('Number of present visitors who wait for a turn'),
      active: z.int().describe('Number of active turns'),
      admitted: z.int().describe('Total number of turns that began'),
      booked: z.int().describe('Number of turns that ended in an order'),
      lastMinute: z.int().describe('Number of turns that began within the last minute'),
    }),
  })
  .meta({ id: 'ManagedWaitingRoom', description: 'Settings and figures of a waiting room' });

export function managedRoom(room: WaitingRoom | null, known: KnownRoom | null): RecordOf<typeof managedShape> {
  return {
    isOn: known !== null,
    settings: settingsOf(room),
    opensAt: known?.opensAt ?? null,
    drawnAt: room?.drawnAt ?? null,
    figures: {
      joined: room?.lastNumber ?? 0,
      gathered: known?.gathered ?? 0,
      waiting: known?.waiting ?? 0,
      active: known?.pace.active ?? 0,
      admitted: room?.admitted ?? 0,
      booked: room?.booked ?? 0,
      lastMinute: known?.pace.recent ?? 0,
    },
  };
}
