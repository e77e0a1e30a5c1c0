import type { Context } from 'hono';
import type { ReactElement, ReactNode } from 'react';
import type * as z from 'zod';
import type { Permission, permissions } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { xlsxType } from '#src/files/tables/table-file.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { HeadProps } from '#src/web/document.tsx';
import type { RecordOf } from './answers.ts';
import type { SavedForm } from './forms/saved-forms.ts';
import type { ApiTag } from './openapi/tags.ts';

/**
 * The two kinds of routes. A module exports an array of them; the application mounts them, checks their permission `may` and
 * builds the OpenAPI document from their schemas.
 */

export type ViewerOf<P extends Permission> = 'guest' extends (typeof permissions)[P]['who'] ? Viewer | null : Viewer;

/** The shop under an organizer's host name. */
export type Site = { hostName: string; origin: string; organizerId: number; label: WhiteLabelName };

export type Variables = {
  viewer: Viewer | null;
  /** null: the platform's host. */
  site: Site | null;
  i18n: Translator;
  requestId: string;
  clientAddress: string;
  deps: Deps;
  /** The request had an ended session. */
  sessionEnded: boolean;
  /** Saved input that this page shows. */
  savedForm?: SavedForm | null;
  /** The permission of the route at an address. */
  lineAt(method: string, href: string): Permission | null;
  /** Path and query with the parameters of a shared page; undefined: as requested. */
  address?: string;
  /** For routes with uploads. */
  uploadShare?: { take(by: string, bytes: number): void };
};
export type Env = { Variables: Variables };
export type AppContext = Context<Env>;

type Call<P extends Permission> = {
  deps: Deps;
  viewer: ViewerOf<P>;
  /** The route's permission, for its loaders. */
  may: Permission;
  i18n: Translator;
  now: Instant;
  /** The visitor's network address behind TRUST_PROXY proxies. */
  clientAddress: string;
  context: AppContext;
};

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** Full zod or zod/mini. */
type Schema = z.core.$ZodType;
type Out<S extends Schema | undefined> = S extends Schema ? z.output<S> : undefined;

/**
 * A multipart form with one file of at most `maxBytes` in the field `file`. `fields` describes a call's other text fields and
 * refuses unknown ones. Pages take all their fields.
 */
export type Upload = { maxBytes: number; fields?: Readonly<Record<string, string>> };
export type UploadedFile = {
  bytes: Uint8Array<ArrayBuffer>;
  /** The browser's name for it; not trusted. */
  name: string;
  fields: Readonly<Record<string, string>>;
};
/**
 * Reads the file. No byte is read before, so a handler first checks that the caller may send one.
 * @throws Problem FILE_SIZE_LIMIT_EXCEEDED as soon as too much has come, VALIDATION_FAILED without a file
 */
export type ReadFile = () => Promise<UploadedFile>;

export type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
/** Path parameters: names that end in `Id` are numbers, others texts. */
export type Params<Name extends string> = { readonly [N in Name]: N extends `${string}Id` ? number : string };

export type ApiCall<
  M extends Permission,
  P,
  Q extends Schema | undefined,
  B extends Schema | undefined,
  U extends Upload | undefined = undefined,
  L = undefined,
> = Call<M> & {
  params: P;
  query: Out<Q>;
  body: Out<B>;
  readFile: U extends Upload ? ReadFile : undefined;
  record: L;
};

/**
 * Loads the record of the path and checks its owner before the body is read; without permission it looks missing. Every route
 * whose permission is not for `any` record has one.
 * @throws Problem NOT_FOUND
 */
export type Load<M extends Permission, P, L> = (
  call: Call<M> & { params: P; query: URLSearchParams },
) => L | Promise<L>;

type ParamsOf<Path extends string, P extends Schema | undefined> = P extends Schema
  ? z.output<P>
  : Params<NamesIn<Path>>;

/** For routes about the person's own account. */
export const ownAccount = <Who extends Viewer | null>({ viewer }: { viewer: Who }): Who => viewer;

type MediaType = 'application/pdf' | 'application/xml' | 'text/plain' | 'text/csv' | typeof xlsxType;

type ApiDefinition<
  M extends Permission = Permission,
  Path extends string = `/api/${string}`,
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema | undefined = Schema | undefined,
  U extends Upload | undefined = Upload | undefined,
  L = unknown,
> = {
  method: Method;
  path: Path;
  may: M;
  summary: string;
  /** Where path names are not enough. */
  params?: P;
  load?: Load<M, ParamsOf<Path, P>, L>;
  query?: Q;
  body?: B;
  /** Accepts any content type, for senders that are not browsers. */
  isDeclaredAnyhow?: boolean;
  upload?: U;
  /** The response's schema (`answers.ts`). Without one the response is 204 or a Response of the handler. */
  answer?: R;
  /** Of a response that is not JSON. */
  mediaType?: MediaType | readonly MediaType[];
  status?: 200 | 201;
  /** Codes of refusals besides the general ones that follow from permission and request. */
  refuses?: readonly string[];
  /**
   * Needs no CSRF token, because it changes nothing that could be abused, or proves its origin itself. `ownOrigin`: needs no
   * token, but this site's origin.
   */
  withoutCsrf?: boolean | 'ownOrigin';
  /**
   * Every changing call accepts the header `idempotency-key` (`idempotency.ts`). `required`: refuses calls without it. `own`: its
   * verb stores the key with the record.
   */
  idempotencyKey?: 'required' | 'own';
};

export type ApiRoute = Omit<ApiDefinition, 'load'> & {
  kind: 'api';
  tag: string;
  load?(call: object): unknown;
  run(call: object): Promise<unknown>;
};

/** Declares one call of the API. The handler returns the record of the answer, a Response, or nothing (204). */
export function api<
  M extends Permission,
  const Path extends `/api/${string}`,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
  U extends Upload | undefined = undefined,
  L = undefined,
>(
  definition: ApiDefinition<M, Path, P, Q, B, R, U, L>,
  run: (
    call: ApiCall<M, ParamsOf<Path, P>, Q, B, U, L>,
  ) => Promise<R extends Schema ? RecordOf<R> | Response : Response | undefined>,
): ApiRoute {
  return { ...definition, kind: 'api', tag: '', run } as ApiRoute;
}

export const tagged = <R extends Route>(tag: ApiTag, routes: readonly R[]): R[] =>
  routes.map((route) => (route.kind === 'api' ? { ...route, tag } : route));

/** A white label: name, color (`#rrggbb`) and stored logo name. */
export type WhiteLabelName = { name: string; accent: string | null; logo?: string | null };

export type PageHead = HeadProps & {
  title: string;
  /** `admin` has the left navigation, `bare` none (scanner). */
  frame?: 'public' | 'admin' | 'bare';
  withoutQuery?: boolean;
  /** The page sets its own width. */
  fullWidth?: boolean;
  /** Of the admin frame: heading (default: title), intro, main action and event. */
  admin?: { heading?: ReactNode; intro?: ReactNode; action?: ReactNode; eventId?: number };
  whiteLabel?: WhiteLabelName | null;
  /** The page's origin, if it is not PUBLIC_URL. */
  origin?: string;
  /** The organizers of the page's record: links and buttons that the viewer's role does not open are left out. */
  organizerIds?: readonly number[];
  /** Analytics ids of the event's organizers, used with consent. */
  measuring?: { google: readonly string[]; pixels: readonly string[] };
  /** The id of the form that the language switch posts (`intent=lang:…`) to preserve its input. */
  inputForm?: string;
  /** An external origin to which the form redirects. */
  leadsTo?: string;
  /** The key of the log entry for support. */
  errorId?: string;
};

export type PageCall<M extends Permission = Permission, Name extends string = never, L = unknown> = Call<M> & {
  params: Params<Name>;
  query: URLSearchParams;
  form: FormData;
  /** Input posted after the session had ended. */
  kept: SavedForm | null;
  record: L;
  render(
    page: ReactElement,
    head: PageHead,
    status?: 200 | 400 | 401 | 403 | 404 | 409 | 410 | 429 | 500,
  ): Promise<Response>;
  /** 303 to a path of this site. */
  redirect(path: string): Response;
};

export type PageDefinition<M extends Permission, Path extends string, L> = {
  method: 'get' | 'post';
  path: Path;
  may: M;
  load?: Load<M, Params<NamesIn<Path>>, L>;
  /** Redirects callers without a session elsewhere than to the login; null: to the login. */
  beforeLogin?(call: Call<M> & { params: Params<NamesIn<Path>>; query: URLSearchParams }): Promise<string | null>;
  withoutCsrf?: boolean;
  /**
   * The form may hold a file in the field `file`. `refusedAs`: a file that is too large leads back to the page with the code in
   * this query parameter; nothing is read then.
   */
  upload?: Upload & { refusedAs?: string };
  /** Looks the same for everyone without a session, so one rendering is shared: true, or the query parameters that it reads. */
  shared?: true | readonly string[];
  /**
   * Input posted after the session has ended is saved for the page. false: it holds a secret; a function selects what is saved.
   */
  savesInput?: false | ((form: FormData) => boolean);
  /** Handles a token of another login, usually in another tab; null: the default. */
  onStaleToken?(call: PageCall<'order.read', NamesIn<Path>>): Promise<Response | null>;
};
export type PageRoute = Omit<PageDefinition<Permission, `/${string}`, unknown>, 'load' | 'beforeLogin'> & {
  kind: 'page';
  load?(call: object): unknown;
  beforeLogin?(call: object): Promise<string | null>;
  run(call: object): Promise<Response>;
};

export function page<M extends Permission, const Path extends `/${string}`, L = unknown>(
  definition: PageDefinition<M, Path, L>,
  run: (call: PageCall<M, NamesIn<Path>, L>) => Promise<Response>,
): PageRoute {
  return { ...definition, kind: 'page', run } as PageRoute;
}

export type Route = ApiRoute | PageRoute;

export const isId = (name: string): boolean => name.endsWith('Id');

/** Parses an id. @throws Problem NOT_FOUND for anything that is no id */
export const idIn = (text: string | null | undefined): number =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : refuse('NOT_FOUND');

export { withQuery } from '#src/ui/paths.ts';

/** A path inside this site, or the fallback; prevents open redirects. */
export function insidePath(candidate: string | null | undefined, fallback = '/'): string {
  if (!candidate || !/^\/(?![/\\])/.test(candidate) || /[\p{Cc}\\]/u.test(candidate)) return fallback;
  return candidate;
}
