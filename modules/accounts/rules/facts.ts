import { factKind } from '#src/kernel/facts.ts';

export const userVerified = factKind<{ userId: number }>('user.verified');
