import * as z from 'zod';
import { fromIso, type Instant, minutes, toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
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

export const gathersFrom = (opensAt: Instant, leadMinutes: number): number => opensAt - minutes(leadMinutes);

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
    beginsAt: moment.describe('When the sale begins; null: with the first price that opens'),
    leadMinutes: z.int().min(5).max(1440).describe('People can line up so long before'),
    mostAtOnce: z.int().min(1).max(10_000).describe('So many may book at the same time'),
    perMinute: z.int().min(1).max(10_000).nullable().describe('Turns that begin within a minute; null: no limit'),
    windowMinutes: z.int().min(5).max(maxWindowMinutes).describe('How long a turn lasts'),
    keepUntil: moment.describe('It stays on until then, also when nobody waits'),
    isPaused: z.boolean().describe('No turn begins; those that have begun go on'),
  })
  .partial();

const iso = z.iso.datetime();
const settingsShape = z.object({
  beginsAt: iso.nullable(),
  leadMinutes: z.int(),
  mostAtOnce: z.int(),
  perMinute: z.int().nullable(),
  windowMinutes: z.int(),
  keepUntil: iso.nullable(),
  isPaused: z.boolean(),
});

export const roomShape = z.object({
  isOn: z.boolean().describe('Places are booked in turn; everything else is null when they are not'),
  phase: z.enum(['ahead', 'gathering', 'open']).nullable(),
  gathersFrom: iso.nullable().describe('From then on one can line up'),
  opensAt: iso.nullable().describe('The sale begins: ranks by lot for those who are there, then by arrival'),
  isPaused: z.boolean().nullable(),
  seedHash: z.string().nullable().describe('SHA-256 of the seed of the draw, which `draw.txt` tells afterwards'),
  place: z
    .object({
      state: z.enum(['gathered', 'waiting', 'turn', 'over', 'booked']),
      number: z.int().describe('By which the draw can be checked'),
      ahead: z.int().nullable().describe('So many stand before them at the most'),
      minutes: z.int().nullable().describe('Until their turn, as far as one can tell'),
      until: iso.nullable().describe('The turn lasts until then'),
      title: z.string(),
      text: z.string(),
      pauseSeconds: z.int().describe('When to ask again; who is not heard of for three minutes counts as away'),
    })
    .nullable(),
});

export function roomView(look: RoomState | null, i18n: Translator): z.input<typeof roomShape> {
  if (!look) {
    return {
      isOn: false,
      phase: null,
      gathersFrom: null,
      opensAt: null,
      isPaused: null,
      seedHash: null,
      place: null,
    };
  }
  const { known, own } = look;
  const { opensAt, phase, room } = known;
  return {
    isOn: true,
    phase,
    gathersFrom: opensAt === null ? null : toIso(gathersFrom(opensAt, room.leadMinutes)),
    opensAt: toIsoOrNull(opensAt),
    isPaused: room.isPaused,
    seedHash: room.seedHash,
    place: own && { ...own, until: toIsoOrNull(own.until), ...roomText(look, i18n) },
  };
}

export const managedShape = z.object({
  isOn: z.boolean(),
  settings: settingsShape,
  opensAt: iso.nullable(),
  drawnAt: iso.nullable(),
  figures: z.object({
    joined: z.int().describe('Places that were taken in all'),
    gathered: z.int().describe('Who is there before the draw'),
    waiting: z.int().describe('Who is there and waits for a turn'),
    active: z.int().describe('Turns that last'),
    admitted: z.int().describe('Turns that began in all'),
    booked: z.int().describe('Turns that were used for an order'),
    lastMinute: z.int().describe('Turns that began within the last minute'),
  }),
});

export function managedRoom(room: WaitingRoom | null, known: KnownRoom | null): z.input<typeof managedShape> {
  const { beginsAt, keepUntil, ...settings } = settingsOf(room);
  return {
    isOn: known !== null,
    settings: { ...settings, beginsAt: toIsoOrNull(beginsAt), keepUntil: toIsoOrNull(keepUntil) },
    opensAt: toIsoOrNull(known?.opensAt ?? null),
    drawnAt: toIsoOrNull(room?.drawnAt ?? null),
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
