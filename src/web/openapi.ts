// Our own: the document is built from permissions and uploads of the routes; a linter checks it
// (`tests/contract/openapi.test.ts`).

import * as z from 'zod';
import { lineOf, rolesOf } from '#src/access/permissions.ts';
import { type ApiRoute, isId, type Method } from './http.ts';

type Operation = Record<string, unknown>;

const whoWords: Record<ReturnType<typeof lineOf>['who'], string> = {
  guest: 'Anyone.',
  login: 'Needs a session.',
  verified: 'Needs a session with a proven mailbox.',
  organizer: 'Needs a user of an organizer',
  superAdmin: 'Needs a super admin.',
};
const whoseWords: Record<ReturnType<typeof lineOf>['whose'], string> = {
  any: '',
  own: " What is another's is not found.",
  events: " Records of another organizer's events are not found.",
  organizers: ' Another organizer is not found.',
};

function descriptionOf(route: ApiRoute): string {
  const { who, whose, fresh } = lineOf(route.may);
  const roles = who === 'organizer' ? `, as ${rolesOf(route.may).join(', ')}.` : '';
  return `${whoWords[who]}${roles}${whoseWords[whose]}${fresh ? ' The login is at most two hours old.' : ''}`;
}

const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'errorId', 'details'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    errorId: { type: 'string' },
    details: { type: 'object' },
  },
};

type JsonSchemaOptions = Parameters<typeof z.toJSONSchema>[1];

function jsonSchema(schema: z.core.$ZodType, options: JsonSchemaOptions = {}): Record<string, unknown> {
  const document = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', ...options });
  const { $schema: _, ...rest } = document as Record<string, unknown>;
  return rest;
}

/** Request bodies are strict objects; responses may gain names later. */
const bodySchema = (schema: z.core.$ZodType) =>
  jsonSchema(schema, {
    override: ({ zodSchema, jsonSchema: of }) => {
      if (zodSchema._zod.def.type === 'object') of.additionalProperties ??= false;
    },
  });

const refusals = Object.fromEntries(
  ['4XX', '5XX'].map((statuses) => [statuses, { $ref: '#/components/responses/Refused' }]),
);

function parameters(schema: z.core.$ZodType | undefined, place: 'path' | 'query'): Operation[] {
  if (!schema) return [];
  const object = jsonSchema(schema) as { properties?: Record<string, unknown>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || (object.required ?? []).includes(name),
    schema: of,
  }));
}

const language = {
  ...{ name: 'lang', in: 'query', required: false, schema: { type: 'string', enum: ['de', 'en-us'] } },
  description: 'Language of messages. Default: the account’s language, then `accept-language`, then German',
};

function headerParameters({ method, may, withoutCsrf, idempotencyKey }: ApiRoute): Operation[] {
  if (method === 'get') return [];
  const token = {
    ...{ name: 'x-csrf-token', in: 'header', required: false, schema: { type: 'string' } },
    description: `The value of the cookie \`csrf-token\`; needed with a session${lineOf(may).who === 'guest' ? ', if there is one' : ''}.`,
  };
  const key = {
    ...{ name: 'idempotency-key', in: 'header', required: idempotencyKey === 'required' },
    schema: { type: 'string', minLength: 1, maxLength: 200 },
    description:
      'Within 24 hours, a repeated request with the same key, body and caller has no further effect and gets the first answer. The same key with another body answers 422 `IDEMPOTENCY_KEY_REUSED`.',
  };
  return [...(withoutCsrf ? [] : [token]), key];
}

function pathParameters({ path, params }: ApiRoute): Operation[] {
  if (params) return parameters(params, 'path');
  return [...path.matchAll(parameterOf)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: isId(name)
      ? { type: 'integer', exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER }
      : { type: 'string' },
  }));
}

function requestBody({ body, upload }: ApiRoute): Operation {
  if (upload) {
    const file = { type: 'string', format: 'binary', description: `At most ${upload.maxBytes} bytes.` };
    const others = Object.entries(upload.fields ?? {}).map(([name, description]) => [
      name,
      { type: 'string', description },
    ]);
    const schema = { type: 'object', required: ['file'], properties: { file, ...Object.fromEntries(others) } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!body) return {};
  return { requestBody: { required: true, content: { 'application/json': { schema: bodySchema(body) } } } };
}

function answerContent({ answer, mediaType }: ApiRoute): Operation | null {
  if (mediaType) return { [mediaType]: { schema: { type: 'string', contentMediaType: mediaType } } };
  return answer ? { 'application/json': { schema: jsonSchema(answer) } } : null;
}

function operation(route: ApiRoute): Operation {
  const content = answerContent(route);
  return {
    operationId: `${route.method} ${route.path}`.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, ''),
    tags: [route.tag],
    summary: route.summary,
    description: descriptionOf(route),
    parameters: [...pathParameters(route), ...parameters(route.query, 'query'), language, ...headerParameters(route)],
    ...requestBody(route),
    security: lineOf(route.may).who === 'guest' ? [] : [{ session: [] }],
    responses: {
      [content ? (route.status ?? 200) : 204]: content ? { description: 'Done.', content } : { description: 'Done.' },
      ...refusals,
    },
  };
}

const parameterOf = /\{(\w+)\}/g;
const templateOf = (path: string): string => path.replace(parameterOf, '{}');

/**
 * Paths that differ only in parameter names (`/competitions/{eventId}`, `/competitions/{competitionId}`) are one path of the
 * document. The most frequent names win; the other calls explain theirs.
 */
function pathsOf(routes: readonly ApiRoute[]): Map<string, string> {
  const paths = new Map<string, string>();
  for (const alike of Map.groupBy(routes, ({ path }) => templateOf(path)).values()) {
    const named = [...Map.groupBy(alike, ({ path }) => path)].sort(([, a], [, b]) => b.length - a.length);
    for (const [path] of named) paths.set(path, named[0]?.[0] ?? path);
  }
  return paths;
}

function underPath(operation: Operation, own: string, path: string): Operation {
  if (own === path) return operation;
  const [from, to] = [own, path].map((names) => [...names.matchAll(parameterOf)].map(([, name]) => name));
  const renamed = (operation.parameters as { name: string; in: string }[]).map((parameter) => {
    const name = parameter.in === 'path' ? to?.[from?.indexOf(parameter.name) ?? -1] : undefined;
    return name && name !== parameter.name
      ? { ...parameter, name, description: `Here the ${parameter.name}.` }
      : parameter;
  });
  return { ...operation, parameters: renamed };
}

/** The OpenAPI 3.1 document of these calls. */
export function openApiDocument(routes: readonly ApiRoute[], version: string): Record<string, unknown> {
  const paths: Record<string, Partial<Record<Method, Operation>>> = {};
  const names = pathsOf(routes);
  for (const route of routes) {
    const name = names.get(route.path) ?? route.path;
    paths[name] = { ...paths[name], [route.method]: underPath(operation(route), route.path, name) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Startblock', version, description: 'Registration and ticketing for sports events.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: errorSchema },
      responses: {
        Refused: {
          description: 'Refused. `code` is one of the error catalog.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
  };
}
