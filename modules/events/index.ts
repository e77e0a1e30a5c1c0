export { assignOrganizer, createEvent, updateEvent } from './change-event.ts';
export { eventIdsOf, requireEventRole } from './event-role.ts';
export {
  createArticle,
  createVariant,
  deleteArticle,
  deleteVariant,
  updateArticle,
  updateVariant,
} from './keep-articles.ts';
export {
  createCompetition,
  createPrice,
  deleteCompetition,
  deletePrice,
  updateCompetition,
  updatePrice,
} from './keep-competitions.ts';
export { createFormField, createProtection, putShortlink, updateFormField, updateProtection } from './keep-extras.ts';
export { type ManagedEvent, managedEvents } from './managed-events.ts';
export { eventsModule } from './module.ts';
export { releaseTickets, releaseVariant, reserveTickets, reserveVariant } from './move-stock.ts';
export { whiteLabelOf, wordsOf } from './pages-public.tsx';
export { catalogOf, catalogsOf, eventIdOf, publicCatalog } from './read-catalog.ts';
