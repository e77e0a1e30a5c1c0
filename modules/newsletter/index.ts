export { withdrawLink } from './emails.ts';
export { giveConsent } from './give-consent.ts';
export { newsletterModule } from './module.ts';
export { type ConsentOffer, consentOffer } from './offer.ts';
export { hasConsents, provenConsents } from './read-consents.ts';
