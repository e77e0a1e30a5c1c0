import { dateIn, dayAfter, hours, type Instant, minutes, plus, zonedInstant, zonedParts } from '#src/kernel/time.ts';

/** No offer ends at night in the event's time zone; it ends in the morning instead. */
const nightBegins = 22;
const morning = 8;
/** With less time left, the places stay held without an offer. */
export const shortestOffer = minutes(30);

export function offerEnd(now: Instant, offerHours: number, timeZone: string): Instant {
  const end = plus(now, hours(offerHours));
  const { hour } = zonedParts(end, timeZone);
  if (hour >= morning && hour < nightBegins) return end;
  const day = dateIn(end, timeZone);
  return zonedInstant(hour < morning ? day : dayAfter(day), morning, 0, timeZone);
}
