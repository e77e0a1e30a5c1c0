import type { GiftCard } from './schema.ts';

/** Where an organizer's cards are sold, and where one sees what is left on one. */
export const shopPath = (organizerId: number): string => `/gift-cards/${organizerId}`;
export const balancePath = (organizerId: number): string => `${shopPath(organizerId)}/balance`;
/** Of the organizer itself. */
export const cardsPath = (organizerId: number): string => `/admin/organizer/${organizerId}/gift-cards`;
export const cardPath = ({ organizerId, id }: Pick<GiftCard, 'organizerId' | 'id'>): string =>
  `${cardsPath(organizerId)}/${id}`;

/** What a transfer for an ordered card is known by, on the organizer's own account. */
export const cardReference = ({ id }: Pick<GiftCard, 'id'>): string => `GK-${String(id).padStart(5, '0')}`;
