import type { Job } from '#src/data/jobs.ts';
import { minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { dropUnpaidCards, sendDueCards } from './change-card.ts';

const atOnce = 50;

export const sendCardsJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'gift-cards',
  everyMs: minutes(5),
  endsByClock: true,
  run: () =>
    write(async (work) => {
      await dropUnpaidCards(work);
      return sendDueCards(work, atOnce);
    }),
});
