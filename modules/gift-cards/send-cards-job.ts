import { minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { Job } from '#src/platform/jobs.ts';
import { sendDueCards } from './change-card.ts';

const atOnce = 50;

/** Cards that are to arrive on a day. */
export const sendCardsJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'gift-cards',
  everyMs: minutes(5),
  run: () => write((work) => sendDueCards(work, atOnce)),
});
