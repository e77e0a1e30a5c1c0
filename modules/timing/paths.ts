export const timingPath = (eventId: number): string => `/admin/events/${eventId}/timing`;
export const settingsPath = (eventId: number): string => `${timingPath(eventId)}/settings`;
export const comparePath = (eventId: number): string => `${timingPath(eventId)}/compare`;
export const hookPath = (identifier: string): string => `/api/race-result/webhook/${identifier}`;
