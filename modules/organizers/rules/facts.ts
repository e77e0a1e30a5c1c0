import { factKind } from '#src/kernel/facts.ts';

export const organizerChanged = factKind<{ organizerId: number }>('organizer.changed');
