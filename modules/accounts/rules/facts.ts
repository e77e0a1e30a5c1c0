import { factKind } from '#src/kernel/facts.ts';

export const userVerified = factKind<{ userId: number }>('user.verified');
/** Somebody came in with a proof of who they are, in the visit that they had begun before. */
export const userLoggedIn = factKind<{ userId: number; visitId: string }>('user.loggedIn');
/** An account belongs to another mailbox now; `before` is the one it had. */
export const userEmailChanged = factKind<{ userId: number; before: string }>('user.emailChanged');
/** Somebody logged out: no browser goes on with this visit. */
export const visitEnded = factKind<{ visitId: string }>('visit.ended');
