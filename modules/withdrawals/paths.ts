import { paths } from '#src/ui/paths.ts';

export const declarePath = (orderId?: number): string =>
  orderId === undefined ? paths.withdrawal : `${paths.withdrawal}?order=${orderId}`;
export const confirmPath = `${paths.withdrawal}/confirm`;
export const managePath = (eventId: number | null): string =>
  eventId === null ? '/admin/withdrawals' : `/admin/withdrawals?event=${eventId}`;
export const withdrawalPath = (id: number): string => `/admin/withdrawals/${id}`;
