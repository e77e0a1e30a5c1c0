import type { Permission } from '#src/access/permissions.ts';
import { type Load, type NamesIn, type PageCall, type PageRoute, type Params, page } from '../http.ts';
import { isConfirmed } from './confirm.tsx';
import type { FormState } from './save-form.ts';

type Saved = { to: string } | { state: FormState };
type Path = `/${string}`;
/** What both kinds of pages need. `loadData` builds their data from the request. */
type FormPageBase<M extends Permission, P extends Path, L, X> = {
  path: P;
  may: M;
  load?: Load<M, Params<NamesIn<P>>, L>;
  /** false: the form takes a secret, so its input is not stored. */
  savesInput?: false;
  loadData: (call: PageCall<M, NamesIn<P>, L>) => X | Promise<X>;
};

type FormPages<M extends Permission, R extends Permission, P extends Path, L, X> = FormPageBase<M, P, L, X> & {
  /** Permission to see the form, if more people may see it than save it. */
  mayRead?: R;
  show: (about: X, state?: FormState) => Promise<Response>;
  save: (about: X) => Promise<Saved>;
};

/** A form with its own address. POST redirects after saving, or shows the form again with the input. */
export const formPages = <M extends Permission, const P extends Path, X, R extends Permission = M, L = unknown>({
  may,
  mayRead,
  loadData: of,
  show,
  save,
  ...at
}: FormPages<M, R, P, L, X>): PageRoute[] => [
  page<M, P, L>({ ...at, method: 'get', may: (mayRead ?? may) as M }, async (call) => show(await of(call))),
  page<M, P, L>({ ...at, method: 'post', may }, async (call) => {
    const about = await of(call);
    const saved = await save(about);
    return 'to' in saved ? call.redirect(saved.to) : show(about, saved.state);
  }),
];

type ConfirmPages<M extends Permission, P extends Path, L, X> = FormPageBase<M, P, L, X> & {
  ask: (about: X, status?: 200 | 400) => Promise<Response>;
  /** false: this post needs no confirmation. Default: every post needs one. */
  isAsked?: (about: X) => boolean;
  /** The action, once confirmed. */
  run: (about: X) => Promise<Response>;
};

/** A confirmation page with its own address. A post without the confirmation shows it again. */
export const confirmPages = <
  M extends Permission,
  const P extends Path,
  X extends { call: { form: FormData } },
  L = unknown,
>({
  loadData: of,
  ask,
  isAsked = () => true,
  run,
  ...at
}: ConfirmPages<M, P, L, X>): PageRoute[] => [
  page<M, P, L>({ ...at, method: 'get' }, async (call) => ask(await of(call))),
  page<M, P, L>({ ...at, method: 'post' }, async (call) => {
    const about = await of(call);
    return isConfirmed(about.call) || !isAsked(about) ? run(about) : ask(about, 400);
  }),
];
