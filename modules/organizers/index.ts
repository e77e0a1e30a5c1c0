export { createOrganizer } from './create-organizer.ts';
export { organizersModule } from './module.ts';
export { addOrganizerUser, removeOrganizerUser } from './organizer-users.ts';
export { showOrganizers } from './pages/list-page.tsx';
export { listOrganizers, organizerById, organizerNames, rolesOfUser, usersOfOrganizer } from './read.ts';
export type { Organizer, OrganizerChange, OrganizerInput } from './shapes.ts';
export { updateOrganizer } from './update-organizer.ts';
