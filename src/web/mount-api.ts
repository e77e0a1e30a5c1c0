import type { Hono } from 'hono';
import * as z from 'zod';
import { type Permission, requirePermission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { withoutUnseen } from '#src/kernel/plain-text.ts';
import { refuse, refuseFields } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { encodeAnswer } from './answers.ts';
import { parseOrFields } from './error-answer.ts';
import { refuseForeignOrigin, refuseForgery } from './forgery.ts';
import { type ApiRoute, type AppContext, type Env, idIn, isId, type ReadFile, type UploadedFile } from './http.ts';
import { hashBody, idempotencyKeyOf, type KeyedCall, oncePerKey, sha256 } from './idempotency.ts';
import { uploadIn } from './uploads.ts';

/**
 * Paths of names in `value` that `schema` does not declare, such as `participants.0.nickname`. Objects with a catchall
 * (`z.looseObject`, `z.record`) accept any name. Of a union the branch with the most known names counts.
 * @returns an empty list also where the value has another type than the schema; parsing reports that
 */
export function unknownNames(schema: z.core.$ZodType, value: unknown, path = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return isRecord(value) ? unknownInObject(def, value, path) : [];
    case 'array':
      return Array.isArray(value) ? value.flatMap((entry, at) => unknownNames(def.element, entry, join(path, at))) : [];
    case 'record':
      return isRecord(value)
        ? Object.entries(value).flatMap(([name, entry]) => unknownNames(def.valueType, entry, join(path, name)))
        : [];
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
      return unknownNames(def.innerType, value, path);
    case 'pipe':
      // `z.preprocess` is a pipe whose first part accepts anything.
      return unknownNames(def.in._zod.def.type === 'transform' ? def.out : def.in, value, path);
    case 'lazy':
      return unknownNames(def.getter(), value, path);
    case 'union':
      return unknownInUnion(def, value, path);
    case 'intersection': {
      const right = new Set(unknownNames(def.right, value, path));
      return unknownNames(def.left, value, path).filter((name) => right.has(name));
    }
    default:
      return [];
  }
}

function unknownInObject(def: z.core.$ZodObjectDef, value: Record<string, unknown>, path: string): string[] {
  return Object.entries(value).flatMap(([name, entry]) => {
    const known = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
    if (known) return unknownNames(known, entry, join(path, name));
    return takesAnyName(def) ? [] : [join(path, name)];
  });
}

export const takesAnyName = ({ catchall }: z.core.$ZodObjectDef): boolean =>
  catchall !== undefined && catchall._zod.def.type !== 'never';

function unknownInUnion(def: z.core.$ZodUnionDef, value: unknown, path: string): string[] {
  const fitting = def.options.filter((option) => z.core.safeParse(option, value).success);
  const branches = fitting.length > 0 ? fitting : def.options.filter((option) => isSameKind(option, value));
  const unknown = branches.map((option) => unknownNames(option, value, path));
  return unknown.sort((a, b) => a.length - b.length)[0] ?? [];
}

const isSameKind = (option: z.core.$ZodType, value: unknown): boolean =>
  option._zod.def.type === (Array.isArray(value) ? 'array' : 'object');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const join = (path: string, name: string | number): string => (path ? `${path}.${name}` : String(name));

export const honoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

const nothing = z.object({});

/**
 * Mounts one call: permission, CSRF, parameters, record, query, body, in this order, then the verb's result as JSON. Unknown
 * names are refused, so that a misspelled one does not fall back to a default. So are repeated query names.
 */
export function mountApi(app: Hono<Env>, route: ApiRoute): void {
  app.on(route.method.toUpperCase(), honoPath(route.path), async (context) => {
    const { deps, viewer, i18n } = context.var;
    requirePermission(route.may, viewer, deps.clock());
    if (route.withoutCsrf === 'ownOrigin') refuseForeignOrigin(context);
    else if (!route.withoutCsrf) refuseForgery(context, viewer, null);
    const read = (schema: NonNullable<ApiRoute['body']>, value: unknown) => {
      const parsed = parseOrFields(schema, value, i18n);
      const unknown = Object.fromEntries(unknownNames(schema, value).map((name) => [name, ['unknownName']]));
      if ('fields' in parsed) return refuseFields({ ...parsed.fields, ...unknown });
      return Object.keys(unknown).length > 0 ? refuseFields(unknown) : parsed.data;
    };
    const call = baseCall(context, route.may, paramsOf(context, route.params));
    const record = await route.load?.(call);
    const { upload } = route;
    refuseRepeated(route.query ?? nothing, context.req.queries());
    // Every address accepts `lang` (`wantedLocale`).
    const { lang: _, ...asked } = context.req.query();
    const query = read(route.query ?? nothing, asked);
    const hasBody = !upload && context.req.method !== 'GET';
    const body = hasBody ? read(route.body ?? nothing, await jsonBody(context, route.isDeclaredAnyhow)) : undefined;
    let file: Promise<UploadedFile> | undefined;
    const readFile = upload
      ? () => {
          file ??= uploadIn(context, upload);
          return file;
        }
      : undefined;
    const run = async (own: Deps) => {
      const result = await route.run({ ...call, deps: own, record, query, body, readFile });
      return route.answer && !(result instanceof Response) ? encodeAnswer(route.answer, result) : result;
    };
    const key = context.req.method === 'GET' ? null : idempotencyKeyOf(context);
    if (key === null && route.idempotencyKey === 'required') refuseFields({ 'idempotency-key': ['required'] });
    const scope = route.idempotencyKey === 'own' ? null : keyScope(viewer, route.may);
    const answer =
      key !== null && scope !== null
        ? await oncePerKey(deps, keyedCall(context, scope, key, { query, body, readFile }), run)
        : await run(deps);
    if (answer instanceof Response) return answer;
    if (answer === undefined) return context.body(null, 204);
    return context.json(answer as object, route.status ?? 200);
  });
}

/** @throws Problem VALIDATION_FAILED at declared names that a query holds twice */
function refuseRepeated(schema: NonNullable<ApiRoute['query']>, query: Readonly<Record<string, string[]>>): void {
  const { shape } = schema as { shape?: object };
  const repeated = Object.keys(query).filter(
    (name) => (query[name]?.length ?? 0) > 1 && (!shape || Object.hasOwn(shape, name)),
  );
  if (repeated.length > 0) refuseFields(Object.fromEntries(repeated.map((name) => [name, ['repeated']])));
}

/** The owner of a key; null: no keys, every call takes effect. A device is identified by its path. */
function keyScope(viewer: Viewer | null, may: Permission): string | null {
  if (viewer) return `user|${viewer.userId}`;
  return may === 'device.use' ? 'device' : null;
}

function keyedCall(
  context: AppContext,
  scope: string,
  key: string,
  { query, body, readFile }: { query: unknown; body: unknown; readFile: ReadFile | undefined },
): KeyedCall {
  return {
    scope,
    request: `${context.req.method} ${context.req.path}`,
    key,
    bodyHash: async () => hashBody(readFile ? [query, await readFile().then(hashFile)] : [query, body]),
  };
}
const hashFile = ({ bytes, fields }: UploadedFile) => [sha256(bytes), fields];

export function baseCall<P>(context: AppContext, may: Permission, params: P) {
  const { deps, viewer, i18n, clientAddress } = context.var;
  const query = new URL(context.req.url).searchParams;
  return { deps, viewer, may, i18n, now: deps.clock(), clientAddress, context, params, query };
}

/** @throws Problem NOT_FOUND: an id that cannot be one names nothing */
export function paramsOf(context: AppContext, schema?: ApiRoute['params']) {
  const named = context.req.param() as Record<string, string>;
  if (!schema)
    return Object.fromEntries(Object.entries(named).map(([name, text]) => [name, isId(name) ? idIn(text) : text]));
  const parsed = z.core.safeParse(schema, named);
  return parsed.success ? parsed.data : refuse('NOT_FOUND');
}

async function jsonBody(context: AppContext, isDeclaredAnyhow = false): Promise<unknown> {
  const type = context.req.header('content-type') ?? '';
  const text = await context.req.text();
  if (text.trim() === '') return {};
  if (!isDeclaredAnyhow && !/^application\/(json|[\w.-]+\+json)\b/i.test(type)) refuseFields({ body: ['contentType'] });
  try {
    const body: unknown = JSON.parse(text);
    return mayHoldUnseen.test(text) ? withoutUnseenIn(body) : body;
  } catch {
    return refuseFields({ body: ['notJson'] });
  }
}

/** Control characters, as they are or escaped. */
const mayHoldUnseen = /\\[ubf]|[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;
function withoutUnseenIn(value: unknown): unknown {
  if (typeof value === 'string') return withoutUnseen(value);
  if (Array.isArray(value)) return value.map(withoutUnseenIn);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutUnseenIn(inner)]));
}
