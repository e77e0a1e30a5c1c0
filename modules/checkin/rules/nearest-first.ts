import type { Instant } from '#src/kernel/time.ts';

type Dates = { startTimestamp: Instant; endTimestamp: Instant };

/** Current and future events by begin, then past events, latest first. */
export const nearestFirst = <Event extends Dates>(events: readonly Event[], now: Instant): Event[] => {
  const isOver = ({ endTimestamp }: Dates) => endTimestamp < now;
  return [
    ...events.filter((event) => !isOver(event)).sort((a, b) => a.startTimestamp - b.startTimestamp),
    ...events.filter(isOver).sort((a, b) => b.endTimestamp - a.endTimestamp),
  ];
};
