import { factKind } from '#src/kernel/facts.ts';

export const userVerified = factKind<{ userId: number }>('user.verified');
/** A person proved their identity, in the visit that they had begun before. */
export const userLoggedIn = factKind<{ userId: number; visitId: string }>('user.loggedIn');
export const userEmailChanged = factKind<{ userId: number; before: string }>('user.emailChanged');
/** After a logout no browser continues this visit. */
export const visitEnded = factKind<{ visitId: string }>('visit.ended');
