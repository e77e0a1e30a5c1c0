import { generalProblems, refuser } from '#src/kernel/problem.ts';

export const waitingRoomProblems = {
  /** Only visitors whose turn it is may book; `details.waitingRoom` is the path of the room. */
  WAITING_ROOM_NOT_YOUR_TURN: 409,
  /** The queue opens at `details.opensAt`. */
  WAITING_ROOM_NOT_OPEN: 409,
  WAITING_ROOM_IS_OFF: 409,
} as const;
export const refuse = refuser({ ...generalProblems, ...waitingRoomProblems });
