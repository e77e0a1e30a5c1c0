export { askToOffer } from './ask-to-offer.ts';
export { transfersModule } from './module.ts';
export { offerPlace } from './offer-place.ts';
export { saveSettings } from './save-settings.ts';
