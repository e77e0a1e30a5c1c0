import type { Deps } from '#src/runtime/deps.ts';
import { type Wish, wishKey } from './rules/entry-state.ts';
import type { Entry } from './schema.ts';

/** The signed link in each mail proves the mailbox and allows what the entry page offers. */
const purpose = 'waitlist-entry';
type Linked = Pick<Entry, 'id' | 'email'>;
const macText = ({ id, email }: Linked): string => `${id}|${email}`;

export const entryPath = ({ signer }: Pick<Deps, 'signer'>, entry: Linked, step = ''): string =>
  `/waitlist/${entry.id}${step}?signature=${signer.mac(purpose, macText(entry))}`;

export const entryLink = (deps: Pick<Deps, 'signer' | 'config'>, entry: Linked, step = ''): string =>
  deps.config.publicUrl + entryPath(deps, entry, step);

export const opensEntry = ({ signer }: Pick<Deps, 'signer'>, entry: Linked, query: URLSearchParams): boolean =>
  signer.verify(purpose, macText(entry), query.get('signature') ?? '');

export const joinPath = (eventId: number, wish?: Wish): string =>
  `/events/${eventId}/waitlist${wish ? `?competition=${wishKey(wish)}` : ''}`;
export const listPath = (eventId: number): string => `/admin/events/${eventId}/waitlist`;

/** `link`: query of the order's signed link. */
export const sizePath = (
  { orderId, participantId, variantId }: { orderId: number; participantId: number; variantId: number },
  link: URLSearchParams | null,
): string =>
  link === null
    ? `/orders/${orderId}/participants/${participantId}/waitlist/${variantId}`
    : `/orders/${orderId}/view/waitlist/${participantId}/${variantId}?${signedOf(link)}`;

export const orderPathOf = (orderId: number, link: URLSearchParams | null): string =>
  link === null ? `/orders/${orderId}` : `/orders/${orderId}/view?${signedOf(link)}`;

const signed = ['link', 'expires', 'signature'];
const signedOf = (link: URLSearchParams): string =>
  new URLSearchParams(signed.flatMap((name) => (link.has(name) ? [[name, link.get(name) ?? '']] : []))).toString();
