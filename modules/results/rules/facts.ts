import { factKind } from '#src/kernel/facts.ts';

/** The public lists of an event say something else. */
export const resultsChanged = factKind<{ eventId: number }>('results.changed');
