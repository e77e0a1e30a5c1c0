export { changeLogo, isLogoFile, smallLogoOf } from './change-logo.ts';
export { createOrganizer } from './create-organizer.ts';
export { loadOrganizer, loadOwnOrganizers } from './load.ts';
export { organizersModule } from './module.ts';
export { addOrganizerUser, removeOrganizerUser } from './organizer-users.ts';
export { showOrganizers } from './pages/list-page.tsx';
export {
  listOrganizers,
  organizerById,
  organizerNames,
  organizersWithHost,
  rolesOfUser,
  usersOfOrganizer,
} from './read.ts';
export {
  type Organizer,
  type OrganizerChange,
  type OrganizerInput,
  organizerAnswer,
  organizerShape,
} from './shapes.ts';
export { originUnder, Sites } from './sites.ts';
export { takeGiftCards } from './take-gift-cards.ts';
export { updateOrganizer } from './update-organizer.ts';
