import { type Clock, dateIn, type Instant, instant, plus, zonedInstant, zonedParts } from '#src/kernel/time.ts';

/** The provider's time zone, by which it shows dates and closes its day. */
const zone = 'Europe/Zurich';

/** A clock that only moves forward. */
export function adjustableClock(clock: Clock) {
  let ahead = 0;
  return {
    now: (): Instant => plus(clock(), ahead),
    advance(milliseconds: number): void {
      ahead += Math.max(0, milliseconds);
    },
  };
}

/** `2026-01-30T12:45:22.258+01:00` */
export function dateText(at: Instant): string {
  const { year, month, day, hour, minute, second } = zonedParts(at, zone);
  const wholeSecond = at - (((at % 1000) + 1000) % 1000);
  const offset = (Date.UTC(year, month - 1, day, hour, minute, second) - wholeSecond) / 60_000;
  const local = new Date(at + offset * 60_000).toISOString().slice(0, -1);
  const two = (n: number) => String(n).padStart(2, '0');
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Whether a 22:00 lies between the two, when a day's captures are settled. */
export function isDayClosedBetween(captured: Instant, now: Instant): boolean {
  const sameDay = zonedInstant(dateIn(captured, zone), 22, 0, zone);
  const closing =
    captured < sameDay ? sameDay : zonedInstant(dateIn(instant(captured + 86_400_000), zone), 22, 0, zone);
  return now >= closing;
}
