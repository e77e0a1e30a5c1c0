import { longestMs } from './result.ts';

/** Times of timing systems: `1:02:03,4`, `59.87`, `75:12` (minutes), `1.02:03:04` (days), `42'17"`. Null: no time. */
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

/** Spreadsheet cell: a fraction of days; from 5 on seconds. */
export function timeOfNumber(value: number): number | null {
  const ms = Math.round(value < 5 ? value * 86_400_000 : value * 1000);
  return ms > 0 && ms <= longestMs ? ms : null;
}

/** `1:02:03`, with decimals `1:02:03,4`. Truncated, never rounded, by racing rules. */
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
