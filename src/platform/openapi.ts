import * as z from 'zod';
import type { ApiRoute, Method } from './http.ts';
import { lineOf } from './permissions.ts';

type Operation = Record<string, unknown>;

const whoWords: Record<ReturnType<typeof lineOf>['who'], string> = {
  guest: 'Anyone.',
  login: 'Needs a session.',
  verified: 'Needs a session with a proven mailbox.',
  organizer: 'Needs a user of an organizer.',
  superAdmin: 'Needs a super admin.',
};
const whoseWords: Record<ReturnType<typeof lineOf>['whose'], string> = {
  any: '',
  own: " What is another's is not found.",
  events: " Records of another organizer's events are not found.",
};

function descriptionOf(route: ApiRoute): string {
  const { who, whose, fresh } = lineOf(route.may);
  return `${whoWords[who]}${whoseWords[whose]}${fresh ? ' The login is at most two hours old.' : ''}`;
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

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return rest;
}

function parameters(schema: z.core.$ZodType | undefined, place: 'path' | 'query'): Operation[] {
  if (!schema) return [];
  const object = jsonSchema(schema, 'input') as { properties?: Record<string, unknown>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || (object.required ?? []).includes(name),
    schema: of,
  }));
}

function requestBody({ body, upload }: ApiRoute): Operation {
  if (upload) {
    const file = { type: 'string', format: 'binary', description: `At most ${upload.mostBytes} bytes.` };
    const schema = { type: 'object', required: ['file'], properties: { file } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!body) return {};
  return { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } } };
}

function operation(route: ApiRoute): Operation {
  const status = route.answer ? String(route.status ?? 200) : '204';
  return {
    operationId: `${route.method} ${route.path}`.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, ''),
    tags: [route.tag],
    summary: route.summary,
    description: descriptionOf(route),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...requestBody(route),
    ...(lineOf(route.may).who === 'guest' ? {} : { security: [{ session: [] }] }),
    responses: {
      [status]: route.answer
        ? { description: 'Done.', content: { 'application/json': { schema: jsonSchema(route.answer, 'input') } } }
        : { description: 'Done.' },
      default: {
        description: 'Refused; `code` is one of the catalogue.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

/** The OpenAPI 3.1 document of these calls, made from the schemas that validate them. */
export function openApiDocument(routes: readonly ApiRoute[], version: string): Record<string, unknown> {
  const paths: Record<string, Partial<Record<Method, Operation>>> = {};
  for (const route of routes) {
    const path = paths[route.path] ?? {};
    path[route.method] = operation(route);
    paths[route.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Startblock', version, description: 'Registration and ticketing for sports events.' },
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
  };
}
