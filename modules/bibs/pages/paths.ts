export const bibsPath = (eventId: number): string => `/admin/events/${eventId}/bibs`;
export const rangePath = (eventId: number, rangeId: number): string => `${bibsPath(eventId)}/ranges/${rangeId}`;
export const runPath = (eventId: number, runId: number): string => `${bibsPath(eventId)}/runs/${runId}`;
