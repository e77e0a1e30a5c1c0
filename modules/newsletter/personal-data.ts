import { toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { consentsOf, type NamedConsent } from './read-consents.ts';
import { withdrawOfPerson } from './withdraw-consents.ts';

export const consentShape = (consent: NamedConsent) => ({
  id: consent.id,
  organizer: { id: consent.organizerId, name: consent.organizer },
  event: { id: consent.eventId, title: consent.event },
  orderId: consent.orderId,
  email: consent.email,
  language: consent.language,
  text: consent.text,
  textVersion: consent.textVersion,
  givenAt: toIso(consent.givenAt),
  provenAt: toIsoOrNull(consent.provenAt),
  withdrawnAt: toIsoOrNull(consent.withdrawnAt),
});

export const consentData: PersonalData = {
  async collect(reader, userId) {
    return { consents: (await consentsOf(reader, userId)).map(consentShape) };
  },
  erase: withdrawOfPerson,
};
