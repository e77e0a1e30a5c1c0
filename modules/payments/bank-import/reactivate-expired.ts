import { reactivateOrder } from '#modules/orders/index.ts';
import type { Work, Write } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Reactivate } from './decide.ts';

/** Reserves places for expired orders again, all or none. */
export async function reactivateWithin(work: Work, orderIds: readonly number[]): Promise<boolean> {
  try {
    await work.within(async (part) => {
      for (const orderId of orderIds) {
        await reactivateOrder(part, { orderId, editorId: null, isPaid: false, comment: 'payment.revived' });
      }
    });
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

class TakenBack extends Error {
  constructor(readonly answer: boolean) {
    super('tried and taken back');
  }
}

/** Tries the reactivation in a write that is rolled back, so that preview and booking use the same rules. */
export function reactivateForPreview(write: Write): Reactivate {
  const before: number[][] = [];
  return async (orderIds) => {
    try {
      await write(async (work) => {
        for (const group of before) await reactivateWithin(work, group);
        throw new TakenBack(await reactivateWithin(work, orderIds));
      });
      return false;
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
      if (error.answer) before.push([...orderIds]);
      return error.answer;
    }
  };
}
