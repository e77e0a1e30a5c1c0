import * as z from 'zod';
import { loadEvent } from '#modules/events/index.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { type ApiRoute, api, tagged } from '#src/web/http.ts';
import { answerWithdrawal } from './answer.ts';
import { declareWithdrawal, shopOrigin } from './declare.ts';
import { linesOf, listWithdrawals, loadWithdrawal } from './read-withdrawals.ts';
import { answerInput, declarationInput, withdrawalAnswer, withdrawalShape } from './shapes.ts';

export const withdrawalApi: readonly ApiRoute[] = tagged('Withdrawals', [
  api(
    {
      method: 'post',
      path: '/api/withdrawals',
      may: 'withdrawal.declare',
      summary:
        'Withdraws from a contract. Accepts every declaration, confirms it by mail and reveals nothing about any order.',
      body: declarationInput,
      answer: z.object({ declaredAt: z.iso.datetime() }),
    },
    async ({ deps, body, i18n, clientAddress }) => {
      const origin = { key: secretToken(), language: i18n.locale, clientAddress, ...shopOrigin(deps.config) };
      const { declaredAt } = await deps.write((work) => declareWithdrawal(work, body, origin));
      return { declaredAt: new Date(declaredAt).toISOString() };
    },
  ),
  api(
    {
      method: 'get',
      path: '/api/admin/events/{eventId}/withdrawals',
      may: 'withdrawal.read',
      summary: 'Lists the withdrawals from orders of an event, unanswered ones first',
      load: loadEvent,
      answer: z.object({ rows: z.array(withdrawalAnswer) }),
    },
    async ({ deps, record }) => {
      const { open, answered } = await listWithdrawals(deps.read, [record]);
      const rows = [];
      for (const each of [...open, ...answered]) rows.push(withdrawalShape(each, await linesOf(deps.read, each.id)));
      return { rows };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/admin/withdrawals/{withdrawalId}/answer',
      may: 'withdrawal.decide',
      refuses: ['WITHDRAWAL_ANSWERED', 'WITHDRAWAL_ORDER_CHANGED'],
      summary: 'Answers a withdrawal once, for each line of the order. Accepted lines are removed and refunded.',
      load: loadWithdrawal,
      body: answerInput,
      answer: z.object({ withdrawal: withdrawalAnswer }),
    },
    async ({ deps, record, body, viewer }) => {
      const answered = await deps.write((work) =>
        answerWithdrawal(work, { ...body, withdrawalId: record.id, editorId: viewer.userId }),
      );
      return { withdrawal: withdrawalShape(answered, await linesOf(deps.read, answered.id)) };
    },
  ),
]);
