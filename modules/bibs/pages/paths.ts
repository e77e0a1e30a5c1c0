export const bibsPath = (eventId: number): string => `/admin/events/${eventId}/bibs`;
export const rangePath = (eventId: number, rangeId: number): string => `${bibsPath(eventId)}/ranges/${rangeId}`;
export const runPath = (eventId: number, runId: number): string => `${bibsPath(eventId)}/runs/${runId}`;

/** Browsers submit an empty text for a field without a choice. */
export const filledValues = ({ query }: { query: URLSearchParams }): Record<string, string> =>
  Object.fromEntries([...query].filter(([, value]) => value !== ''));
