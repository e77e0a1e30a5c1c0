export { askToOffer } from './ask-to-offer.ts';
export { keepSettings } from './keep-settings.ts';
export { transfersModule } from './module.ts';
export { offerPlace } from './offer-place.ts';
export { orderTransferPart } from './pages/order-part.tsx';
export { ownTransferPart } from './pages/own-page.tsx';
export { openOffersOf } from './read-transfers.ts';
