import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instant, zonedParts } from '#src/kernel/time.ts';
import { parseDateTime, writeDateTime } from '#src/ui/format.ts';
import { beginningsAt, datesOf, followStart } from './beginnings.ts';

const written = (text: string) => {
  const wall = parseDateTime(text, 'de');
  if (!wall) throw new Error(text);
  return wall;
};

test('a new event is on a Sunday at ten, ends after its start, and is entered from now until the day before', () => {
  const moments = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => instant(seconds * 1000));
  const zones = fc.constantFrom('Europe/Vienna', 'America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu');
  fc.assert(
    fc.property(moments, zones, (now, zone) => {
      const { startTimestamp, endTimestamp, saleFrom, saleTo } = beginningsAt(now, zone);
      const { year, month, day, hour, minute } = zonedParts(startTimestamp, zone);
      expect([new Date(Date.UTC(year, month - 1, day)).getUTCDay(), hour, minute]).toEqual([0, 10, 0]);
      expect(saleFrom).toBeLessThanOrEqual(now);
      expect(now).toBeLessThan(saleTo);
      expect(saleTo).toBeLessThan(startTimestamp);
      expect(startTimestamp).toBeLessThan(endTimestamp);
      expect(zonedParts(saleTo, zone)).toMatchObject({ hour: 23, minute: 59 });
      expect(zonedParts(endTimestamp, zone)).toMatchObject({ day, hour: 23, minute: 59 });
    }),
  );
});

describe('end and end of sale go along with the start', () => {
  test.each([
    ['a day in summer', '14.06.2027 09:00', null, '14.06.2027 23:59', '13.06.2027 23:59'],
    ['the first of a year', '01.01.2027 00:00', null, '01.01.2027 23:59', '31.12.2026 23:59'],
    ['the first of March in a leap year', '01.03.2028 10:00', null, '01.03.2028 23:59', '29.02.2028 23:59'],
    [
      'entered from that day on: until the start',
      '14.06.2027 09:00',
      '14.06.2027 07:00',
      '14.06.2027 23:59',
      '14.06.2027 09:00',
    ],
    ['entered from the day before', '14.06.2027 09:00', '13.06.2027 12:00', '14.06.2027 23:59', '13.06.2027 23:59'],
  ])('%s', (_, start, saleFrom, end, saleTo) => {
    const dates = datesOf(written(start), saleFrom === null ? null : written(saleFrom));
    expect(dates).toEqual({ endTimestamp: written(end), saleTo: written(saleTo) });
  });

  const shown = { startTimestamp: '21.02.2027 10:00', endTimestamp: '21.02.2027 23:59', saleTo: '20.02.2027 23:59' };
  const typed = { ...shown, saleFrom: '23.11.2026 08:00' };

  test('what was left alone moves, what somebody typed stays, also with the next start', () => {
    const first = followStart(
      { ...typed, startTimestamp: '14.6.2027 9:00', endTimestamp: '14.06.2027 15:00' },
      shown,
      'de',
    );
    expect(first?.typed).toEqual({
      startTimestamp: '14.6.2027 9:00',
      endTimestamp: '14.06.2027 15:00',
      saleTo: '13.06.2027 23:59',
    });
    if (!first) return;
    const second = followStart({ ...first.typed, saleFrom: '', startTimestamp: '20.06.2027' }, first.shown, 'de');
    expect(second?.typed).toMatchObject({ endTimestamp: '14.06.2027 15:00', saleTo: '19.06.2027 23:59' });
  });

  test('nothing moves for a start that was not touched or cannot be read', () => {
    expect(followStart(typed, shown, 'de')).toBeNull();
    for (const startTimestamp of ['', 'bald', '31.02.2027 10:00'])
      expect(followStart({ ...typed, startTimestamp }, shown, 'de')).toBeNull();
  });

  test('in English the month comes first', () => {
    const english = {
      startTimestamp: '02/21/2027 10:00',
      endTimestamp: '02/21/2027 23:59',
      saleTo: '02/20/2027 23:59',
    };
    const next = followStart({ ...english, saleFrom: '', startTimestamp: '06/14/2027 9:00 AM' }, english, 'en-us');
    expect(next?.typed).toMatchObject({ endTimestamp: '06/14/2027 23:59', saleTo: '06/13/2027 23:59' });
    expect(writeDateTime(written('14.06.2027 09:05'), 'en-us')).toBe('06/14/2027 09:05');
  });
});
