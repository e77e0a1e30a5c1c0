import * as z from 'zod';
import type { PersonalData } from '#src/runtime/module.ts';
import { computed, encodeAnswer, instant } from '#src/web/answers.ts';
import { consentsOf, type NamedConsent } from './read-consents.ts';
import { withdrawOfPerson } from './withdraw-consents.ts';

export const consentAnswer = computed(
  z.object({
    id: z.int(),
    organizer: z.object({ id: z.int(), name: z.string() }),
    event: z.object({ id: z.int(), title: z.string() }),
    orderId: z.int(),
    email: z.string(),
    language: z.enum(['de', 'en-us']),
    text: z.string(),
    textVersion: z.string(),
    givenAt: instant,
    provenAt: instant.nullable(),
    withdrawnAt: instant.nullable(),
  }),
  ({ organizerId, eventId, ...consent }: NamedConsent) => ({
    ...consent,
    organizer: { id: organizerId, name: consent.organizer },
    event: { id: eventId, title: consent.event },
  }),
).meta({ id: 'NewsletterConsent', description: 'Consent to the newsletter of an organizer' });

export const consentData: PersonalData = {
  async collect(reader, userId) {
    return { consents: encodeAnswer(z.array(consentAnswer), await consentsOf(reader, userId)) };
  },
  erase: withdrawOfPerson,
};
