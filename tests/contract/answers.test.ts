import { expect, test } from 'vitest';
import * as z from 'zod';
import { encodeAnswer } from '#src/web/answers.ts';
import { assertDeclared } from '#tests/support/declared-answers.ts';
import { apiRoutes, scene } from './scene.ts';

/** Answers are encoded by the schema that documents them (`src/web/answers.ts`). */
const answers = apiRoutes.flatMap(({ method, path, answer }) =>
  answer ? [{ call: `${method} ${path}`, answer: answer as z.ZodType }] : [],
);
const documentOf = (answer: z.ZodType): string =>
  JSON.stringify(z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' }));

test('every answer can be encoded, and only the export of an account holds names that are not declared', () => {
  expect(answers.length).toBeGreaterThan(290);
  for (const { call, answer } of answers) expect([call, encodeAnswer(z.array(answer), [])]).toEqual([call, []]);
  const open = answers.filter(({ answer }) => documentOf(answer).includes('"additionalProperties"'));
  expect(open.map(({ call }) => call)).toEqual(['get /api/settings/export']);
  expect(documentOf(z.looseObject({}))).toContain('"additionalProperties"');
});

test.each([
  [{ count: 0, rows: [], secret: 1 }, 'secret: not declared'],
  [{ count: 'none', rows: [] }, 'count: Invalid input'],
])('the callers of the tests refuse %o', async (json, flaw) => {
  const request = new Request('http://shop.test/api/events');
  await expect(assertDeclared(request, Response.json(json), false)).rejects.toThrow(flaw);
});

test('a repeated call with its key gets the same JSON', async () => {
  const { organizer, ids } = await scene();
  const body = { code: 'EINMAL', voucherTypeId: ids.voucherTypeId };
  const key = { 'idempotency-key': 'answers-1' };
  const first = await organizer.json('POST', '/api/vouchers/code', body, key);
  const again = await organizer.json('POST', '/api/vouchers/code', body, key);
  expect(first.status).toBe(200);
  expect(again).toMatchObject({ status: 200, body: first.body });
});

test('no answer holds the fields of an order that are for the shop alone', async () => {
  const { buyer, organizer, ids } = await scene();
  const own = await buyer.fetch(`/api/orders/${ids.orderId}`);
  const managed = await organizer.fetch(`/api/admin/orders/${ids.orderId}`);
  for (const text of [await own.text(), await managed.text()]) {
    expect(text).toContain('"orderNumber"');
    expect(text).not.toMatch(/"(visitId|linkVersion|ticketVersion|hasInvoice|userId|localId|discount)"/);
  }
});
