export { eventIdsOf, managedOrganizers, requireEventRole } from './access/event-role.ts';
export { loadEvent, loadManagedEvents } from './access/load.ts';
export { nextEventOf, nextEventsOf, timeZonesOf } from './access/next-event.ts';
export {
  eventsToSwitch,
  type ManagedEvent,
  managedEvents,
  type SwitchedEvent,
  switchedEvent,
} from './access/read-managed.ts';
export { adminEventAnswer } from './answers.ts';
export { createArticle } from './articles/save-articles.ts';
export { createVariant, updateVariant } from './articles/write-variants.ts';
export { onEvent } from './changes/on-event.ts';
export { addEventEntries } from './changes/save-audit.ts';
export { touchEvent } from './changes/touch-event.ts';
export { createCompetition, updateCompetition } from './competitions/save-competitions.ts';
export { saveContent } from './content/save-content.ts';
export { addCourse } from './content/save-courses.ts';
export { memberField } from './discounts/discount-text.ts';
export { createEvent, updateEvent } from './event/change-event.ts';
export { copiedFrom } from './event/copied-from.ts';
export { Readiness } from './event/readiness-card.tsx';
export { putShortlink } from './event/save-shortlinks.ts';
export { EventActions } from './event/section-page.tsx';
export { setWaitingRoom } from './event/set-waiting-room.ts';
export { Visibility } from './event/visibility.tsx';
export { movedFields, timesOf } from './event-times.ts';
export { createFormField } from './fields/save-fields.ts';
export {
  changeHold,
  closeHold,
  closeKeys,
  type FreePlaces,
  freeAtPrices,
  freeForWaiting,
  giveBackHold,
  heldPlaces,
  holdForDraw,
  holdForWaiting,
  releaseHold,
  reserveForHold,
} from './held-places.ts';
export { lastChangeOf } from './history/read-history.ts';
export { mailLook } from './mail-look.ts';
export { askToDelete } from './management/ask.tsx';
export {
  changesEvent,
  eventHead,
  loadCatalog,
  managed,
  type OrganizerCall,
  Refused,
  readsEvent,
} from './management/frame.tsx';
export { saveEventForm } from './management/save.ts';
export { eventsModule } from './module.ts';
export { releaseTickets, releaseVariant, reserveTickets, reserveVariant } from './move-stock.ts';
export { PictureRefusal, UploadForm } from './pictures/picture-box.tsx';
export { takeUpload } from './pictures/take-upload.ts';
export { useArticlePictures } from './pictures/use-picture.ts';
export {
  endHolds,
  forgetHoldsOf,
  holdPlaces,
  letGoOfPlaces,
  type OwnVisits,
  ownVisitsOf,
  saleFor,
  saleTo,
} from './place-holds.ts';
export { createPrice, updatePrice } from './prices/save-prices.ts';
export { createProtection } from './protections/save-protections.ts';
export { codesInUse } from './public/codes-in-use.ts';
export { renderUnderEvent } from './public/under-event.tsx';
export { updateQuota } from './quotas/save-quotas.ts';
export { catalogOf, eventIdOf, namedEventId, publicCatalog } from './read-catalog.ts';
export { managedAnswer } from './read-list.ts';
export { loadEventOf } from './records/load-event-of.ts';
export { eventIdOfRecord } from './records/stored.ts';
export { type View, ViewCounter } from './views/view-counter.ts';
export { wordsOf } from './words.ts';
