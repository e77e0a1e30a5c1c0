export const managePath = (eventId: number): string => `/admin/events/${eventId}/results`;
export const competitionPath = (eventId: number, competitionId: number): string =>
  `${managePath(eventId)}/competitions/${competitionId}`;
export const namesPath = (eventId: number, competitionId: number): string =>
  `${competitionPath(eventId, competitionId)}/names`;
export const importPath = (eventId: number, importId: number): string => `${managePath(eventId)}/imports/${importId}`;
