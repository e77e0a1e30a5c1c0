import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { testShop } from '#tests/support/shop.ts';

type Parameter = { name: string; in: string; required: boolean; schema: object };
type Operation = {
  operationId: string;
  summary: string;
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: object } } };
  security: object[];
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
};

const documentOf = async () => (await (await testShop()).visitor().json<Document>('GET', '/api/openapi.json')).body;

/** Rules of the linter's recommended set that this document does not follow, and why. */
const rulesTurnedOff = {
  // The product is nobody's to copy; there is no licence to name.
  'info-license': 'off',
  // `/api/orders/info/{orderId}` beside `/api/orders/{orderId}/cancel` is how the contract names them; no id is called "info".
  'no-ambiguous-paths': 'off',
} as const;

test('a linter of OpenAPI finds nothing in the document', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: rulesTurnedOff });
  const source = JSON.stringify(await documentOf());
  const found = await lintFromString({ source, config });
  expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  // And it does look: the same document with a path twice is refused.
  const twice = source.replace('"paths":{', '"paths":{"/api/events/{other}":{},');
  expect((await lintFromString({ source: twice, config })).map(({ ruleId }) => ruleId)).toContain('no-identical-paths');
});

test('what is no JSON is declared as it is answered', async () => {
  const shop = await testShop();
  const admin = await shop.login('admin@openapi.test', { superAdmin: true });
  const event = await admin.json<{ eventId: number }>('POST', '/api/admin/events', { title: 'Lauf' });
  const made = await admin.json<{ competition: { id: number } }>(
    'POST',
    `/api/admin/competitions/${event.body.eventId}`,
    { title: '10 km' },
  );
  const { paths } = await documentOf();
  const calls = {
    '/api/admin/competitions/{competitionId}/registration-confirmation/example': `/api/admin/competitions/${made.body.competition.id}/registration-confirmation/example`,
    '/api/payments/notify/{secret}': '/api/payments/notify/unknown',
    '/api/settings/export': '/api/settings/export',
  };
  for (const [path, address] of Object.entries(calls)) {
    const answer = await admin.fetch(address);
    const declared = Object.keys(paths[path]?.get?.responses[String(answer.status)]?.content ?? {});
    expect([path, answer.headers.get('content-type')?.split(';')[0]]).toEqual([path, ...declared]);
  }
});

test('public calls say that they need no session', async () => {
  const { paths } = await documentOf();
  expect(paths['/api/events']?.get?.security).toEqual([]);
  expect(paths['/api/settings']?.get?.security).toEqual([{ session: [] }]);
});

test('every summary begins with a verb, and no text of the document is a riddle', async () => {
  const document = await documentOf();
  const summaries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => `${method} ${path}: ${summary}`),
  );
  expect(summaries.filter((text) => !/: [A-Z][a-z]+s /.test(text) && !text.endsWith(': Logs out'))).toEqual([]);
  const riddle =
    /"(?:summary|description)":"[^"]*\b(?:whoever|whatever|somebody|anybody|nobody|theirs|so many|one’s)\b[^"]*"/gi;
  expect(JSON.stringify(document).match(riddle) ?? []).toEqual([]);
});

test('the document is OpenAPI 3.1 in form', async () => {
  const document = await documentOf();
  expect(document.openapi).toMatch(/^3\.1\.\d$/);
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  const ids = new Set<string>();
  const tops = new Set<string>();
  for (const [path, operations] of Object.entries(document.paths)) {
    expect(path).toMatch(/^\/api\//);
    // Two templates that match the same addresses are one path too many.
    const template = path.replace(/\{\w+\}/g, '{}');
    for (const [method, operation] of Object.entries(operations)) {
      const where = `${method} ${path}`;
      expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method);
      expect([where, ids.has(operation.operationId), tops.has(`${method} ${template}`)]).toEqual([where, false, false]);
      ids.add(operation.operationId);
      tops.add(`${method} ${template}`);
      const declared = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      expect([where, declared.sort()]).toEqual([
        where,
        [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort(),
      ]);
      for (const parameter of operation.parameters) expect([where, typeof parameter.schema]).toEqual([where, 'object']);
      const answers = Object.keys(operation.responses).filter((status) => /^2\d\d$/.test(status));
      expect([where, answers.length]).toEqual([where, 1]);
      const [status = ''] = answers;
      const [content] = Object.values(operation.responses[status]?.content ?? {});
      expect([where, status === '204' || Object.keys(content?.schema ?? {}).length > 0]).toEqual([where, true]);
    }
  }
  const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
  for (const reference of new Set(references)) {
    const path = reference.slice(8, -1).split('/').slice(1);
    let found: unknown = document;
    for (const part of path) found = (found as Record<string, unknown>)[part];
    expect([reference, found !== undefined]).toEqual([reference, true]);
  }
});

test('every call of the path is in it, with what it takes and answers', async () => {
  // The contract names the parameter of a path after what each call means by it.
  const bare = (path: string) => path.replace(/\{\w+\}/g, '{}');
  const { paths } = await documentOf();
  const operations = Object.fromEntries(Object.entries(paths).map(([path, methods]) => [bare(path), methods]));
  const calls = `
    post /api/auth/code/send-mail body 200 · post /api/auth/code/login body 200
    post /api/auth/code/unauthenticated-login body 200 · post /api/auth/logout 204
    get /api/settings 200 · patch /api/settings body 200
    get /api/events 200 · get /api/events/{eventId} 200 · get /api/events/{eventId}/competitions 200
    get /api/competitions/{competitionId} 200 · post /api/events/{eventId}/quote body 200
    post /api/events/{eventId}/book body 201 · post /api/orders/{orderId}/init body 200
    post /api/orders/{orderId}/assert 200 · post /api/orders/{orderId}/payment-in-advance 200
    get /api/orders/{orderId} 200 · get /api/orders/info/{orderId} 200 · get /api/orders/my 200
    patch /api/orders/{orderId}/cancel 200 · get /api/orders/{orderId}/has-invoice-address 200
    post /api/orders/{orderId}/invoice-address body 200 · get /api/orders/{orderId}/confirmation 200
    get /api/orders/{orderId}/participant-confirmation/{participantId} 200
    post /api/orders/{orderId}/participants/{participantId}/change-email body 200
    post /api/orders/{orderId}/participants/{participantId}/change-data body 200
    post /api/admin/organizers body 200 · patch /api/admin/organizers/{organizerId} body 200
    post /api/admin/organizers/{organizerId}/users body 200 · post /api/admin/organizers/{organizerId}/events body 200
    post /api/admin/events body 201 · patch /api/admin/events/{eventId} body 200
    patch /api/admin/events/{eventId}/visibility body 200 · put /api/admin/events/{eventId}/shortlinks/{shortlink} 204
    delete /api/admin/events/{eventId}/shortlinks/{shortlink} 204
    post /api/admin/competitions/{eventId} body 200 · get /api/admin/competitions/{competitionId} 200
    patch /api/admin/competitions/{competitionId} body 200 · delete /api/admin/competitions/{competitionId} 204
    post /api/admin/competition-prices/{competitionId} body 200
    patch /api/admin/competition-prices/{competitionPriceId} body 200
    delete /api/admin/competition-prices/{competitionPriceId} 204
    post /api/admin/cancellation-protections/{eventId} body 200
    patch /api/admin/cancellation-protections/{cancellationProtectionId} body 200
    delete /api/admin/cancellation-protections/{cancellationProtectionId} 204
    post /api/admin/articles/{eventId} body 200 · patch /api/admin/articles/{articleId} body 200
    delete /api/admin/articles/{articleId} 204 · post /api/admin/article-variants/{articleId} body 200
    patch /api/admin/article-variants/{articleVariantId} body 200
    delete /api/admin/article-variants/{articleVariantId} 204
    get /api/admin/events/{eventId}/form-fields 200 · post /api/admin/events/{eventId}/form-fields body 200
    patch /api/admin/events/{eventId}/form-fields/{fieldId} body 200
    delete /api/admin/events/{eventId}/form-fields/{fieldId} 204
    get /api/admin/orders 200 · get /api/admin/orders/{orderId} 200 · patch /api/admin/orders/{orderId}/status body 200
    patch /api/admin/orders/{orderId}/cancel body 200 · patch /api/admin/orders/cancel body 200
    patch /api/admin/orders/{orderId}/update body 200 · patch /api/admin/orders/{orderId}/data body 200
    patch /api/admin/orders/{orderId}/change-competition-team-name body 200
    patch /api/admin/orders/{orderId}/change-participant-competition body 200
    post /api/admin/orders/{orderId}/articles/add-free body 200
    post /api/admin/orders/{orderId}/comment body 200 · patch /api/admin/orders/{orderId}/resend-email 204
    patch /api/admin/orders/{orderId}/resend-participant-email/{participantId} 204
    get /api/admin/participants 200 · post /api/admin/events/{eventId}/scan body 200
    get /api/admin/events/{eventId}/sold-tickets 200 · get /api/admin/articles/{eventId}/sold-articles 200
    get /api/admin/articles/{eventId}/sold-variants 200`;
  for (const call of calls
    .split(/\n|·/)
    .map((line) => line.trim())
    .filter(Boolean)) {
    const [method = '', path = '', ...rest] = call.split(' ');
    const operation = operations[bare(path)]?.[method];
    expect([call, operation !== undefined]).toEqual([call, true]);
    expect([call, operation?.requestBody !== undefined, operation?.responses[rest.at(-1) ?? ''] !== undefined]).toEqual(
      [call, rest.includes('body'), true],
    );
  }
});

test('what is not there yet says so', async () => {
  const visitor = (await testShop()).visitor();
  for (const path of [
    '/api/events/1/vouchers/X',
    '/api/admin/organizer-invoices/nonsense/at/all',
    '/api/nonsense',
    '/api',
  ]) {
    const { status, body } = await visitor.json<{ code: string }>('GET', path);
    expect([path, status, body.code]).toEqual([path, 404, 'NOT_FOUND']);
  }
});
