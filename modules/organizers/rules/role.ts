/** What somebody may do for an organizer: everything, or let people in at the gate and nothing else. */
export const organizerRoles = ['manager', 'gate'] as const;
export type OrganizerRole = (typeof organizerRoles)[number];
