import type { GiftCard } from './schema.ts';

export const shopPath = (organizerId: number): string => `/gift-cards/${organizerId}`;
export const balancePath = (organizerId: number): string => `${shopPath(organizerId)}/balance`;
export const cardsPath = (organizerId: number): string => `/admin/organizer/${organizerId}/gift-cards`;
export const cardPath = ({ organizerId, id }: Pick<GiftCard, 'organizerId' | 'id'>): string =>
  `${cardsPath(organizerId)}/${id}`;

/** Payment reference of an ordered card, for a transfer to the organizer's own account. */
export const cardReference = ({ id }: Pick<GiftCard, 'id'>): string => `GK-${String(id).padStart(5, '0')}`;
