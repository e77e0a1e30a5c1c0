import { type PageCall, type PageRoute, page } from '../http.ts';
import type { Permission } from '../permissions.ts';
import { isConfirmed } from './confirm.tsx';
import type { FormState } from './save-form.ts';

type Saved = { to: string } | { state: FormState };
type FormPages<M extends Permission, R extends Permission, X extends { call: PageCall<M> | PageCall<R> }> = {
  path: `/${string}`;
  may: M;
  /** Who may look at the form, where that is more people. */
  mayRead?: R;
  /** What the page is about, with the call in its words. */
  load: (call: PageCall<M>) => Promise<X>;
  show: (loaded: X, state?: FormState) => Promise<Response>;
  save: (loaded: X) => Promise<Saved>;
};

/** A form at an address of its own: shown, saved, or shown again with what was typed. */
export const formPages = <M extends Permission, R extends Permission, X extends { call: PageCall<M> | PageCall<R> }>({
  path,
  may,
  mayRead,
  load,
  show,
  save,
}: FormPages<M, R, X>): PageRoute[] => [
  page({ method: 'get', path, may: (mayRead ?? may) as M }, async (call) => show(await load(call))),
  page({ method: 'post', path, may }, async (call) => {
    const loaded = await load(call);
    const saved = await save(loaded);
    return 'to' in saved ? call.redirect(saved.to) : show(loaded, saved.state);
  }),
];

type ConfirmPages<M extends Permission, X extends { call: PageCall<M> }> = {
  path: `/${string}`;
  may: M;
  load: (call: PageCall<M>) => Promise<X>;
  ask: (loaded: X, status?: 200 | 400) => Promise<Response>;
  /** Done when the person said so. */
  run: (loaded: X) => Promise<Response>;
};

/** “Are you sure?” at an address of its own; posted without the answer it asks again. */
export const confirmPages = <M extends Permission, X extends { call: PageCall<M> }>({
  path,
  may,
  load,
  ask,
  run,
}: ConfirmPages<M, X>): PageRoute[] => [
  page({ method: 'get', path, may }, async (call) => ask(await load(call))),
  page({ method: 'post', path, may }, async (call) => {
    const loaded = await load(call);
    return isConfirmed(loaded.call) ? run(loaded) : ask(loaded, 400);
  }),
];
