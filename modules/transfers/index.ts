export { transfersModule } from './module.ts';
export { askToOffer, offerPlace } from './offer-place.ts';
export { saveSettings, settingsOf } from './settings.ts';
