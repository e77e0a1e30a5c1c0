export const roomPath = (event: number | string): string => `/events/${encodeURIComponent(event)}/waiting-room`;
export const managePath = (eventId: number): string => `/admin/events/${eventId}/waiting-room`;
export const drawPath = (eventId: number): string => `${roomPath(eventId)}/draw.txt`;
