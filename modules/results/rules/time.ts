import { longestMs } from './result.ts';

/**
 * A time as timing systems write it: `1:02:03,4`, `42:17`, `59.87`, with at most three digits behind the seconds. Several
 * hours may be written as minutes (`75:12`), more than a day with its days (`1.02:03:04`, `1 day, 2:03:04`), and marks
 * may stand for the colons (`1h02:03`, `42'17"`) or behind it (`1:02:03 h`). null: it is none.
 */
export function parseTime(text: string): number | null {
  const [, days = '', rest = ''] =
    /^(?:(\d)(?:\.| ?(?:d|t|days?|tage?),? ?)(?=\d{1,2}:\d\d:))?(.*)$/i.exec(text.trim()) ?? [];
  const marked = /^(?:(\d{1,3}) ?h ?)?(\d{1,3}) ?['′:m] ?(\d{1,2}(?:[.,]\d{1,3})?) ?(?:s|["″]|'')?$/i.exec(rest);
  const plain = marked
    ? marked.slice(1).filter(Boolean).join(':')
    : rest.replace(/(?<=:.*) ?(?:h|std\.?|min\.?)$/i, '');
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,7})(?:[.,](\d{1,3}))?$/.exec(plain);
  if (!match) return null;
  const [, hours = '', minutes = '', seconds = '', part = ''] = match;
  if ((hours !== '' && Number(minutes) > 59) || (minutes !== '' && (seconds.length > 2 || Number(seconds) > 59))) {
    return null;
  }
  const whole = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  const ms = whole * 1000 + Number(part.padEnd(3, '0'));
  return ms > 0 && ms <= longestMs ? ms : null;
}

/** A cell of a workbook: parts of a day, as spreadsheets keep times; whoever needs five days is no runner, so from 5 on seconds. */
export function timeOfNumber(value: number): number | null {
  const ms = Math.round(value < 5 ? value * 86_400_000 : value * 1000);
  return ms > 0 && ms <= longestMs ? ms : null;
}

/** `1:02:03`, with tenths (`digits` 1) or more behind it: `1:02:03,4`. Cut, never rounded, as rules of races want it. */
export function formatTime(ms: number, decimal: ',' | '.', digits: 0 | 1 | 2 | 3 = 0): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const part =
    digits === 0
      ? ''
      : decimal +
        String(ms % 1000)
          .padStart(3, '0')
          .slice(0, digits);
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}${part}`;
}

/** How many digits behind the seconds tell all times of a list apart as they were measured. */
export const digitsOf = (times: Iterable<number | null>): 0 | 1 | 2 | 3 => {
  let digits: 0 | 1 | 2 | 3 = 0;
  for (const time of times) {
    if (time === null) continue;
    if (time % 10 !== 0) return 3;
    if (time % 100 !== 0) digits = 2;
    else if (time % 1000 !== 0 && digits === 0) digits = 1;
  }
  return digits;
};
