import type { Deps } from '#src/runtime/deps.ts';
import type { Lot } from './schema.ts';

/** The signed link in each mail proves the mailbox and allows what the lot page offers. */
const purpose = 'lottery-lot';
type Linked = Pick<Lot, 'id' | 'email'>;
const macText = ({ id, email }: Linked): string => `${id}|${email}`;

export const lotPath = ({ signer }: Pick<Deps, 'signer'>, lot: Linked, step = ''): string =>
  `/lots/${lot.id}${step}?signature=${signer.mac(purpose, macText(lot))}`;

export const lotLink = (deps: Pick<Deps, 'signer' | 'config'>, lot: Linked, step = ''): string =>
  deps.config.publicUrl + lotPath(deps, lot, step);

export const opensLot = ({ signer }: Pick<Deps, 'signer'>, lot: Linked, query: URLSearchParams): boolean =>
  signer.verify(purpose, macText(lot), query.get('signature') ?? '');

export const lotteryPath = (eventId: number): string => `/events/${eventId}/lottery`;
export const drawPath = (eventId: number, lotteryId: number): string =>
  `/events/${eventId}/lottery/${lotteryId}/draw.txt`;
export const managePath = (eventId: number): string => `/admin/events/${eventId}/lottery`;
