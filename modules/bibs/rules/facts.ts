import { factKind } from '#src/kernel/facts.ts';

/** The timing chip of a participant changed. */
export const chipSet = factKind<{ orderId: number; participantId: number }>('participant.chipSet');
