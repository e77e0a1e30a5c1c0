import type { NewMail, Work } from '#src/data/work.ts';
import type { Lot } from '../schema.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    LotteryProof: { lotId: number };
    LotteryEntered: { lotId: number };
    LotteryMoved: { lotId: number };
    LotteryRanked: { lotId: number };
    LotteryCalledOff: { lotId: number };
  }
}

type To = Pick<Lot, 'id' | 'email' | 'language'>;
const to = ({ email, language }: To): Pick<NewMail, 'recipient' | 'locale'> => ({ recipient: email, locale: language });

/** Asks the owner of an unproven address to confirm. Each attempt is a mail of its own; attempts are limited. */
export const postProof = (work: Work, lot: To): Promise<boolean> =>
  work.post({
    type: 'LotteryProof',
    uniqueKey: `LotteryProof|${lot.id}|${work.now}`,
    params: { lotId: lot.id },
    ...to(lot),
  });

/** Confirms the entry, once. `again`: an unproven visitor entered an address that is already in. */
export const postEntered = (work: Work, lot: To, which: 'first' | 'again'): Promise<boolean> =>
  work.post({
    type: 'LotteryEntered',
    uniqueKey: `LotteryEntered|${lot.id}|${which === 'first' ? '' : work.now}`,
    params: { lotId: lot.id },
    ...to(lot),
  });

/** Tells of a new time of the draw. */
export const postMoved = (work: Work, lot: To, drawsAt: number): Promise<boolean> =>
  work.post({
    type: 'LotteryMoved',
    uniqueKey: `LotteryMoved|${lot.id}|${drawsAt}|${work.now}`,
    params: { lotId: lot.id },
    ...to(lot),
  });

/** Tells the rank to entries without an offer; an offer mail contains the rank. */
export const postRanked = (work: Work, lot: To): Promise<boolean> =>
  work.post({ type: 'LotteryRanked', uniqueKey: `LotteryRanked|${lot.id}`, params: { lotId: lot.id }, ...to(lot) });

export const postCalledOff = (work: Work, lot: To): Promise<boolean> =>
  work.post({
    type: 'LotteryCalledOff',
    uniqueKey: `LotteryCalledOff|${lot.id}`,
    params: { lotId: lot.id },
    ...to(lot),
  });
