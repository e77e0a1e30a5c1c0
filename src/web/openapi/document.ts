// Our own: the document is built from permissions and uploads of the routes; a linter checks it
// (`tests/contract/openapi.test.ts`).

import type * as z from 'zod';
import { lineOf, rolesOf } from '#src/access/permissions.ts';
import { xlsxType } from '#src/files/tables/table-file.ts';
import { present } from '#src/kernel/assert.ts';
import type { generalProblems, ProblemTable } from '#src/kernel/problem.ts';
import { type ApiRoute, isId, type Method } from '../http.ts';
import { type JsonSchema, jsonSchema, type NamedSchemas, withDescription } from './schemas.ts';
import { apiTags } from './tags.ts';

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

const errorSchema = (codes: readonly string[]) => ({
  type: 'object',
  required: ['code', 'message', 'errorId', 'details'],
  properties: {
    code: { type: 'string', enum: codes, description: 'The reason, for programs' },
    message: { type: 'string', description: 'The reason as a sentence in the language of the caller' },
    errorId: { type: 'string', description: 'The key of the log entry, for support' },
    details: {
      type: 'object',
      description: 'Facts of the reason. Of `VALIDATION_FAILED`: `fields`, the errors by path',
      properties: {
        fields: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      },
    },
  },
});

type GeneralCode = keyof typeof generalProblems;

/** Codes that a call may answer because of its permission and its request, besides those that it names (`refuses`). */
function generalCodes({ method, may, path, load, withoutCsrf }: ApiRoute): GeneralCode[] {
  const { who, fresh, self } = lineOf(may);
  const isChange = method !== 'get';
  const isDevice = may === 'device.use';
  const codes: Record<GeneralCode, boolean> = {
    VALIDATION_FAILED: true,
    UNAUTHORIZED: who !== 'guest' || isDevice,
    NO_PERMISSION: who === 'organizer' || who === 'superAdmin' || self === true || isDevice,
    INVALID_TOKEN: fresh === true,
    INVALID_CSRF_TOKEN: isChange && withoutCsrf !== true,
    // Under an organizer's own host name, calls of the management are not found.
    NOT_FOUND: path.includes('{') || load !== undefined || who === 'organizer' || who === 'superAdmin',
    FILE_SIZE_LIMIT_EXCEEDED: isChange,
    IDEMPOTENCY_KEY_IN_USE: isChange,
    IDEMPOTENCY_KEY_REUSED: isChange,
    TOO_MANY_REQUESTS: true,
    STORAGE_UNAVAILABLE: true,
  };
  return (Object.keys(codes) as GeneralCode[]).filter((code) => codes[code]);
}

/** The codes of a call's refusals. */
export const codesOf = (route: ApiRoute): string[] => [...new Set([...generalCodes(route), ...(route.refuses ?? [])])];

function refusals(route: ApiRoute, problems: ProblemTable): Record<string, unknown> {
  const byStatus = Map.groupBy(codesOf(route).sort(), (code) =>
    present(problems[code], `a module has the status of ${code}`),
  );
  const named = [...byStatus].map(([status, codes]) => [
    status,
    { $ref: refusedRef, description: codes.map((code) => `\`${code}\``).join(', ') },
  ]);
  return { ...Object.fromEntries(named), default: { $ref: refusedRef } };
}
const refusedRef = '#/components/responses/Refused';

function parameters(schema: z.core.$ZodType | undefined, place: 'path' | 'query'): Operation[] {
  if (!schema) return [];
  const object = jsonSchema(schema, {}) as { properties?: Record<string, JsonSchema>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, { description, ...of }]) => ({
    name,
    in: place,
    required: place === 'path' || (object.required ?? []).includes(name),
    ...(description ? { description } : {}),
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
    ...withDescription(name, {}),
    schema: isId(name) ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }));
}

function requestBody({ body, upload }: ApiRoute, named: NamedSchemas): Operation {
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
  return {
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, named, true) } } },
  };
}

/** Values of the query parameter `format`. */
const formatTypes: Readonly<Record<string, string>> = { csv: 'text/csv', xlsx: xlsxType, datev: 'text/csv' };

/** The media types of a call's answer; empty: 204. */
export function mediaTypesOf({ answer, mediaType, query }: ApiRoute): string[] {
  const format = (query as { shape?: Record<string, z.ZodType> } | undefined)?.shape?.format;
  const formats = format ? ((jsonSchema(format, {}).enum ?? []) as string[]) : [];
  const types = formats.flatMap((name) => formatTypes[name] ?? []);
  return [...new Set([...(answer ? ['application/json'] : []), ...[mediaType ?? []].flat(), ...types])];
}

function answerContent(route: ApiRoute, named: NamedSchemas): Operation | null {
  const types = mediaTypesOf(route).map((type) => [
    type,
    {
      schema:
        type === 'application/json' && route.answer
          ? jsonSchema(route.answer, named)
          : { type: 'string', contentMediaType: type },
    },
  ]);
  return types.length > 0 ? Object.fromEntries(types) : null;
}

function operation(route: ApiRoute, problems: ProblemTable, named: NamedSchemas): Operation {
  const content = answerContent(route, named);
  return {
    operationId: `${route.method} ${route.path}`.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, ''),
    tags: [route.tag],
    summary: route.summary,
    description: descriptionOf(route),
    parameters: [...pathParameters(route), ...parameters(route.query, 'query'), language, ...headerParameters(route)],
    ...requestBody(route, named),
    security: lineOf(route.may).who === 'guest' ? [] : [{ session: [] }],
    responses: {
      [content ? (route.status ?? 200) : 204]: content ? { description: 'Done.', content } : { description: 'Done.' },
      ...refusals(route, problems),
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

/** The OpenAPI 3.1 document of these calls. `problems`: the statuses of all codes. */
export function openApiDocument(
  routes: readonly ApiRoute[],
  problems: ProblemTable,
  version: string,
): Record<string, unknown> {
  const paths: Record<string, Partial<Record<Method, Operation>>> = {};
  const named: NamedSchemas = {};
  const names = pathsOf(routes);
  for (const route of routes) {
    const name = names.get(route.path) ?? route.path;
    const made = operation(route, problems, named);
    paths[name] = { ...paths[name], [route.method]: underPath(made, route.path, name) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Startblock', version, description: 'Registration and ticketing for sports events.' },
    servers: [{ url: '/' }],
    tags: Object.entries(apiTags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...named, Error: errorSchema([...Object.keys(problems), 'UNKNOWN'].sort()) },
      responses: {
        Refused: {
          description: 'Another refusal, or `UNKNOWN` for a failure of the server.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
  };
}
