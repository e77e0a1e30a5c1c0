export { createArticle, deleteArticle, updateArticle } from './articles/keep-articles.ts';
export { createVariant, deleteVariant, updateVariant } from './articles/keep-variants.ts';
export { createCompetition, deleteCompetition, updateCompetition } from './competitions/keep-competitions.ts';
export { assignOrganizer, createEvent, touchEvent, updateEvent } from './event/change-event.ts';
export { eventIdsOf, requireEventRole } from './event/event-role.ts';
export { addEventEntries } from './event/keep-audit.ts';
export { putShortlink } from './event/keep-shortlinks.ts';
export { loadEvent, loadEventOf, loadManagedEvents } from './event/load.ts';
export { onEvent } from './event/manage.ts';
export { type ManagedEvent, managedEvents } from './event/read-managed.ts';
export { createFormField } from './fields/keep-fields.ts';
export { askToDelete } from './forms/ask-to-delete.tsx';
export {
  changesEvent,
  EventTabs,
  eventHead,
  formOfEvent,
  loadCatalog,
  managed,
  type OrganizerCall,
  Refused,
  readsEvent,
} from './forms/frame.tsx';
export { saveEventForm } from './forms/save.ts';
export { eventsModule } from './module.ts';
export { releaseTickets, releaseVariant, reserveTickets, reserveVariant } from './move-stock.ts';
export { createPrice, deletePrice, updatePrice } from './prices/keep-prices.ts';
export { createProtection, updateProtection } from './protections/keep-protections.ts';
export { codesInUse } from './public/codes-in-use.ts';
export { useOwnPicture, useOwnPictures } from './public/pictures.ts';
export { whiteLabelAt } from './public/white-label-at.ts';
export { catalogOf, catalogsOf, eventIdOf, publicCatalog } from './read-catalog.ts';
export { wordsOf } from './words.ts';
