import { dateIn, dayAfter, hours, type Instant, minutes, plus, zonedInstant, zonedParts } from '#src/kernel/time.ts';

/** Nobody has to answer at night: what would end then ends in the morning. By the clock of the event's zone. */
const nightBegins = 22;
const morning = 8;
/** Less is no offer; such places stay kept until there is more time or the sale is over. */
export const shortestOffer = minutes(30);

/** When an offer of now runs out. */
export function offerEnd(now: Instant, offerHours: number, timeZone: string): Instant {
  const end = plus(now, hours(offerHours));
  const { hour } = zonedParts(end, timeZone);
  if (hour >= morning && hour < nightBegins) return end;
  const day = dateIn(end, timeZone);
  return zonedInstant(hour < morning ? day : dayAfter(day), morning, 0, timeZone);
}
