import { factKind } from '#src/kernel/facts.ts';

export const resultsChanged = factKind<{ eventId: number }>('results.changed');
