export { eventIdsOf, requireEventRole } from './event-role.ts';
export { releaseTickets, releaseVariant, reserveTickets, reserveVariant } from './move-stock.ts';
export { catalogOf, catalogsOf, eventIdOf, publicCatalog } from './read-catalog.ts';
