import { factKind } from '#src/kernel/facts.ts';

/** The timing chip of a participant changed. */
export const chipSet = factKind<{ orderId: number; participantId: number }>('participant.chipSet');

/** Participants are in another start wave, in none, or their wave has another title. */
export const wavesChanged = factKind<{ eventId: number; participantIds: number[] }>('participant.waveChanged');
