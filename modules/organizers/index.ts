export { changeLogo, isLogoFile, smallLogoOf } from './change-logo.ts';
export { organizersModule } from './module.ts';
export { addOrganizerUser, removeOrganizerUser } from './organizer-users.ts';
export { showOrganizers } from './pages/list-page.tsx';
export {
  loadOrganizer,
  loadOwnOrganizers,
  organizerById,
  organizerNames,
  organizersWithHost,
  rolesOfUser,
} from './read.ts';
export { createOrganizer, takeGiftCards, updateOrganizer } from './save-organizer.ts';
export { type Organizer, type OrganizerInput, organizerAnswer } from './shapes.ts';
export { originUnder, Sites } from './sites.ts';
