import type { Instant } from '#src/kernel/time.ts';

type Dates = { startTimestamp: Instant; endTimestamp: Instant };

/** At the gate it is mostly today's: what runs and what comes, the soonest first, then what is over, the latest first. */
export const nearestFirst = <Event extends Dates>(events: readonly Event[], now: Instant): Event[] => {
  const isOver = ({ endTimestamp }: Dates) => endTimestamp < now;
  return [
    ...events.filter((event) => !isOver(event)).sort((a, b) => a.startTimestamp - b.startTimestamp),
    ...events.filter(isOver).sort((a, b) => b.endTimestamp - a.endTimestamp),
  ];
};
