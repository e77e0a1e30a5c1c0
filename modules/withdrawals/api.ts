import * as z from 'zod';
import { loadEvent } from '#modules/events/index.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { instant } from '#src/web/answers.ts';
import { type ApiRoute, api, tagged } from '#src/web/http.ts';
import { answerWithdrawal } from './answer.ts';
import { declareWithdrawal, shopOrigin } from './declare.ts';
import { linesOf, listWithdrawals, loadWithdrawal } from './read-withdrawals.ts';
import { answerInput, declarationInput, withdrawalAnswer } from './shapes.ts';

export const withdrawalApi: readonly ApiRoute[] = tagged('Withdrawals', [
  api(
    {
      method: 'post',
      path: '/api/withdrawals',
      may: 'withdrawal.declare',
      summary:
        'Withdraws from a contract. Accepts every declaration, confirms it by mail and reveals nothing about any order.',
      body: declarationInput,
      answer: z.object({ declaredAt: instant }),
    },
    async ({ deps, body, i18n, clientAddress }) => {
      const origin = { key: secretToken(), language: i18n.locale, clientAddress, ...shopOrigin(deps.config) };
      return deps.write((work) => declareWithdrawal(work, body, origin));
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
      for (const each of [...open, ...answered]) rows.push({ ...each, lines: await linesOf(deps.read, each.id) });
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
      return { withdrawal: { ...answered, lines: await linesOf(deps.read, answered.id) } };
    },
  ),
]);
