export {
  eventIdsOf,
  loadEvent,
  loadManagedEvents,
  managedOrganizers,
  requireEventRole,
} from './access/event-access.ts';
export {
  eventsToSwitch,
  type ManagedEvent,
  managedEvents,
  nextEventOf,
  nextEventsOf,
  type SwitchedEvent,
  switchedEvent,
  timeZonesOf,
} from './access/read-managed.ts';
export { adminEventAnswer, type RaceResultRecord } from './answers.ts';
export { createArticle, createVariant, updateVariant } from './articles/save-articles.ts';
export { addEventEntries, onEvent } from './changes/on-event.ts';
export { touchEvent } from './changes/touch-event.ts';
export { createCompetition, updateCompetition } from './competitions/save-competitions.ts';
export { saveContent } from './content/save-content.ts';
export { addCourse } from './content/save-courses.ts';
export { memberField } from './discounts/discount-text.ts';
export { createEvent, putShortlink, setWaitingRoom, updateEvent } from './event/change-event.ts';
export { copiedFrom } from './event/copy-event.ts';
export { type FeatureSetting, featureForm, featureInput, usualValues } from './event/feature-settings.ts';
export { sectionForm, sections } from './event/form.ts';
export { type BankAccount, bankAccountOf } from './event/organizers.ts';
export { Readiness } from './event/readiness-card.tsx';
export { EventActions, sectionPath } from './event/section-page.tsx';
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
export {
  changesEvent,
  eventHead,
  loadCatalog,
  type ManagedCall,
  managed,
  type OrganizerCall,
  Refused,
  readsEvent,
  renderOfEvent,
} from './management/frame.tsx';
export { askToDelete } from './management/record-deletion.tsx';
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
  type OwnVisits,
  ownVisitsOf,
  releasePlaces,
  saleFor,
  saleTo,
} from './place-holds.ts';
export { createPrice, updatePrice } from './prices/save-prices.ts';
export { createProtection } from './protections/protections.ts';
export { codesInUse } from './public/find-events.ts';
export { renderUnderEvent } from './public/under-event.tsx';
export { updateQuota } from './quotas/quotas.ts';
export { catalogOf, eventIdOf, namedEventId, publicCatalog } from './read-catalog.ts';
export { managedAnswer } from './read-list.ts';
export { loadEventOf } from './records/api.ts';
export { eventIdOfRecord } from './records/stored.ts';
export { type View, ViewCounter } from './views/view-counter.ts';
export { mailStyle, wordsOf } from './words.ts';
