export const startListPath = (eventId: number): string => `/events/${eventId}/startlist`;
export const resultsPath = (eventId: number): string => `/events/${eventId}/results`;
export const competitionResultsPath = (eventId: number, competitionId: number): string =>
  `${resultsPath(eventId)}/${competitionId}`;
export const resultPath = (eventId: number, competitionId: number, resultId: number): string =>
  `${competitionResultsPath(eventId, competitionId)}/${resultId}`;

/** Empty parameters are omitted. */
export function pathWithQuery(path: string, query: Readonly<Record<string, string>>, page = 1): string {
  const known = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  if (page > 1) known.set('page', String(page));
  return known.size > 0 ? `${path}?${known}` : path;
}
