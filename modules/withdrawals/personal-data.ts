import { desc, eq } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { orderIdsOfBuyer } from '#modules/orders/index.ts';
import { zeroCents } from '#src/kernel/money.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { encodeAnswer } from '#src/web/answers.ts';
import { forgetSender } from './declare.ts';
import { linesOf } from './read-withdrawals.ts';
import { withdrawals } from './schema.ts';
import { withdrawalAnswer } from './shapes.ts';

export const withdrawalData: PersonalData = {
  async collect(reader, userId) {
    const user = await userById(reader, userId);
    if (!user) return { withdrawals: [] };
    const own = await reader
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.email, user.email))
      .orderBy(desc(withdrawals.id));
    const ordered = new Set(await orderIdsOfBuyer(reader, userId));
    const statements = [];
    for (const each of own) {
      // An order of another user contributes only what the sender wrote.
      const isOwn = each.orderId !== null && ordered.has(each.orderId);
      const known = isOwn
        ? each
        : {
            ...each,
            orderId: null,
            giftCardId: null,
            note: each.orderId === null && each.giftCardId === null ? each.note : '',
            goesBack: zeroCents,
          };
      const lines = isOwn ? await linesOf(reader, each.id) : [];
      statements.push(encodeAnswer(withdrawalAnswer, { ...known, lines }));
    }
    return { withdrawals: statements };
  },
  async erase(work, userId) {
    const user = await userById(work.tx, userId);
    if (user) await forgetSender(work, user.email);
  },
};
