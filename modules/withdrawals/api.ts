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
        'Somebody goes back on a contract. Received whatever it names, with a receipt by mail; the answer tells nothing of any order.',
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
      summary: 'Withdrawals declared about orders of an event, those that wait first',
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
      summary:
        'Answers a withdrawal once, each line of its order: what is accepted leaves the order and its money goes back',
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
