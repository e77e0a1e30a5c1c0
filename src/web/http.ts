import type { Context } from 'hono';
import type { ReactElement, ReactNode } from 'react';
import type * as z from 'zod';
import type { Permission, permissions } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { HeadProps } from '#src/web/document.tsx';
import type { SavedForm } from './forms/saved-forms.ts';

/**
 * The two kinds of routes. A module exports an array of them; the application mounts them, guards them by their
 * `may`, a line of the permission table, and makes the OpenAPI document from the very schemas that validate.
 */

export type ViewerOf<P extends Permission> = 'guest' extends (typeof permissions)[P]['who'] ? Viewer | null : Viewer;

/** The shop under the host name of an organizer. */
export type Site = { hostName: string; origin: string; organizerId: number; label: WhiteLabelName };

export type Variables = {
  viewer: Viewer | null;
  /** null: the house itself. */
  site: Site | null;
  i18n: Translator;
  requestId: string;
  clientAddress: string;
  deps: Deps;
  /** The request came with a session that is over. */
  sessionEnded: boolean;
  /** Taken over by this very page. */
  savedForm?: SavedForm | null;
  /** The line that guards what an address leads to. */
  lineAt(method: string, href: string): Permission | null;
  /** Path and query as a shared page may know them; undefined: as they were asked for. */
  address?: string;
  /** Of a route that takes a file. */
  uploadShare?: { take(by: string, bytes: number): void };
};
export type Env = { Variables: Variables };
export type AppContext = Context<Env>;

type Call<P extends Permission> = {
  deps: Deps;
  viewer: ViewerOf<P>;
  /** The line of the route, by which its loaders ask whose the record is. */
  may: Permission;
  i18n: Translator;
  now: Instant;
  /** The visitor's network address, behind as many proxies as TRUST_PROXY says. */
  clientAddress: string;
  context: AppContext;
};

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** Full zod or zod/mini. */
type Schema = z.core.$ZodType;
type Out<S extends Schema | undefined> = S extends Schema ? z.output<S> : undefined;

/**
 * The route takes a multipart form with one file in the field `file`, of at most `maxBytes`. `fields` describes the other
 * text fields that a call takes; it refuses any that are not named there. Forms of pages take what they hold.
 */
export type Upload = { maxBytes: number; fields?: Readonly<Record<string, string>> };
export type UploadedFile = {
  bytes: Uint8Array<ArrayBuffer>;
  /** As the browser calls it; tells nothing. */
  name: string;
  /** The other fields of the form. */
  fields: Readonly<Record<string, string>>;
};
/**
 * Reads the file. No byte of it is read before, so a handler asks first whether the caller may send one at all.
 * @throws Problem FILE_SIZE_LIMIT_EXCEEDED as soon as more has come, VALIDATION_FAILED without a file
 */
export type ReadFile = () => Promise<UploadedFile>;

export type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
/** What an address names: the number of a record under a name that ends with `Id`, a text under any other. */
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
  /** What the route's `load` answered. */
  record: L;
};

/**
 * Finds the record that an address names and checks whose it is, before the body is read: a `no` looks like a record that
 * is not there. Every route whose permission is not for `any` record names one.
 * @throws Problem NOT_FOUND
 */
export type Load<M extends Permission, P, L> = (
  call: Call<M> & { params: P; query: URLSearchParams },
) => L | Promise<L>;

type ParamsOf<Path extends string, P extends Schema | undefined> = P extends Schema
  ? z.output<P>
  : Params<NamesIn<Path>>;

/** Nothing is named: the record is the person's own account. */
export const ownAccount = <Who extends Viewer | null>({ viewer }: { viewer: Who }): Who => viewer;

/** Any of them, unless more is said. */
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
  /** With `{name}` parameters. */
  path: Path;
  may: M;
  summary: string;
  /** Where the names of the path do not say it all. */
  params?: P;
  load?: Load<M, ParamsOf<Path, P>, L>;
  query?: Q;
  body?: B;
  /** Of a sender who may declare the JSON as anything, and for whom no browser ever sends it. */
  isDeclaredAnyhow?: boolean;
  /** Instead of a body. */
  upload?: U;
  /** The answer's schema, for the document. Without one the answer is 204, or a Response of the handler's own. */
  answer?: R;
  /** Of an answer that is no JSON. */
  mediaType?: 'application/pdf' | 'text/plain' | 'text/csv';
  status?: 200 | 201;
  /**
   * Changes nothing that a cross-site request could abuse, or proves its origin itself. `ownOrigin`: needs no token, and
   * still nothing that another site caused.
   */
  withoutCsrf?: boolean | 'ownOrigin';
  /**
   * Every call that changes something takes the header `idempotency-key` (`idempotency.ts`). `required`: and does nothing
   * without one. `own`: its verb stores the key with the record that it makes.
   */
  idempotencyKey?: 'required' | 'own';
};

export type ApiRoute = Omit<ApiDefinition, 'load'> & {
  kind: 'api';
  /** Under which the document lists it. */
  tag: string;
  load?(call: object): unknown;
  run(call: object): Promise<unknown>;
};

/** Declares one call of the API. The handler answers the JSON value, a Response, or nothing (204). */
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
  ) => Promise<R extends Schema ? z.input<R> | Response : Response | undefined>,
): ApiRoute {
  return { ...definition, kind: 'api', tag: '', run } as ApiRoute;
}

/** Calls that the document lists together. */
export const tagged = <R extends Route>(tag: string, routes: readonly R[]): R[] =>
  routes.map((route) => (route.kind === 'api' ? { ...route, tag } : route));

/** The name that a page wears in place of the product's, its colour (`#rrggbb`), and the stored name of its logo. */
export type WhiteLabelName = { name: string; accent: string | null; logo?: string | null };

/** What the frame of a page needs to know. */
export type PageHead = HeadProps & {
  title: string;
  /** `admin` has the left navigation; `bare` no navigation at all (scanner). */
  frame?: 'public' | 'admin' | 'bare';
  /** The frame's links leave the query out: nothing of it was understood, so nothing of it is repeated. */
  withoutQuery?: boolean;
  /** The page brings its own width, for pictures from edge to edge. */
  fullWidth?: boolean;
  /** Of the admin frame: heading (else the title), a sentence under it, the one main action, and of which event it is. */
  admin?: { heading?: ReactNode; intro?: ReactNode; action?: ReactNode; eventId?: number };
  whiteLabel?: WhiteLabelName | null;
  /** Where the page belongs, when that is not PUBLIC_URL. */
  origin?: string;
  /** The organizers of the record that the page is about: links and buttons that the person's role there does not open are left out. */
  organizerIds?: readonly number[];
  /** Whom the organizers of the page's event want told of visits, where the visitor allows it. */
  measuring?: { google: readonly string[]; pixels: readonly string[] };
  /** The id of the form that the language switch posts (`intent=lang:…`), so that nothing typed in it is lost. */
  inputForm?: string;
  /** The origin beyond our own that the page's form leads to. */
  leadsTo?: string;
  /** Of an error page: what support finds the log entry by. */
  errorId?: string;
};

export type PageCall<M extends Permission = Permission, Name extends string = never, L = unknown> = Call<M> & {
  params: Params<Name>;
  query: URLSearchParams;
  /** The posted fields; empty on GET. */
  form: FormData;
  /** What was posted to a form of this page after the session had ended. */
  kept: SavedForm | null;
  /** What the route's `load` answered. */
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
  /** Redirects callers without a session somewhere else than to the login; null: to the login. */
  beforeLogin?(call: Call<M> & { params: Params<NamesIn<Path>>; query: URLSearchParams }): Promise<string | null>;
  /** Changes nothing that a cross-site request could abuse, or proves its origin itself. */
  withoutCsrf?: boolean;
  /**
   * The posted form may hold a file in the field `file`. `refusedAs`: what is too large leads back to the page with the
   * form, with the code under this name in its address; nothing of the form is read then.
   */
  upload?: Upload & { refusedAs?: string };
  /**
   * Looks the same for everyone without a session, so one rendering serves many for a moment: true, or the parameters
   * of the address that it reads. It is not told of others.
   */
  shared?: true | readonly string[];
  /**
   * What is posted after the session has ended is kept for the page that held the form, which shows it again after the
   * login. false: it holds a secret; a function: only what it says.
   */
  savesInput?: false | ((form: FormData) => boolean);
  /** Before that, where the session is there and the token is of another login, in another tab most likely; null: as said. */
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

/** Whether a name in a path is one of a record. */
export const isId = (name: string): boolean => name.endsWith('Id');

/**
 * The id that a path names; one that cannot be an id names nothing.
 * @throws Problem NOT_FOUND
 */
export const idIn = (text: string | null | undefined): number =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : refuse('NOT_FOUND');

export { withQuery } from '#src/ui/paths.ts';

/** A path inside this site, or the fallback: nothing that leads elsewhere is ever followed. */
export function insidePath(candidate: string | null | undefined, fallback = '/'): string {
  if (!candidate || !/^\/(?![/\\])/.test(candidate) || /[\p{Cc}\\]/u.test(candidate)) return fallback;
  return candidate;
}
