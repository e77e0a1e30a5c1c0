export const eventPayoutsPath = (eventId: number): string => `/admin/events/${eventId}/payouts`;
export const closePath = (eventId: number): string => `/admin/events/${eventId}/settlements/close`;
export const settlementPath = (eventId: number, settlementId: number): string =>
  `/admin/events/${eventId}/settlements/${settlementId}`;
export const proofPath = (eventId: number): string => `/admin/events/${eventId}/proof`;
export const payoutsPath = '/admin/payouts';
export const payoutFilesPath = '/admin/payouts/files';
export const returnPath = (payoutId: number): string => `/admin/payouts/${payoutId}/returned`;
export const accountingPath = '/admin/accounting';
