import { days, type Instant } from '#src/kernel/time.ts';

export const invitationMs = days(7);

export type InvitationState = 'open' | 'accepted' | 'withdrawn' | 'replaced' | 'expired';

export const invitationState = (
  invitation: { outcome: 'accepted' | 'withdrawn' | 'replaced' | null; expiresAt: Instant },
  now: Instant,
): InvitationState => invitation.outcome ?? (now < invitation.expiresAt ? 'open' : 'expired');
