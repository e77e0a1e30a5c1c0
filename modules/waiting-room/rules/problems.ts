import { generalProblems, refuser } from '#src/kernel/problem.ts';

export const waitingRoomProblems = {
  /** Places of this event are booked in turn, and it is not the caller's; `details.waitingRoom` is where to line up. */
  WAITING_ROOM_NOT_YOUR_TURN: 409,
  /** Nobody can line up yet; `details.opensAt` says from when on. */
  WAITING_ROOM_NOT_OPEN: 409,
  /** The event has no waiting room, or has one no longer. */
  WAITING_ROOM_IS_OFF: 409,
} as const;
export const refuse = refuser({ ...generalProblems, ...waitingRoomProblems });
