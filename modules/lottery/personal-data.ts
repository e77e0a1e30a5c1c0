import { eq, or } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { encodeAnswer } from '#src/web/answers.ts';
import { lotsOf } from './read-lotteries.ts';
import { lots } from './schema.ts';
import { ownLotAnswer } from './shapes.ts';

/** Lots of an account and of its address. The numbers in the ranking of a finished draw stay. */
export const lotData: PersonalData = {
  async collect(reader, userId) {
    const user = await userById(reader, userId);
    return {
      lots: user
        ? (await lotsOf(reader, { userId, email: user.email })).map((lot) => encodeAnswer(ownLotAnswer, lot))
        : [],
    };
  },
  async erase(work, userId) {
    const user = await userById(work.tx, userId);
    await work.tx.delete(lots).where(or(eq(lots.userId, userId), eq(lots.email, user?.email ?? '')));
  },
};
