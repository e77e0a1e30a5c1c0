/** The boxes of an event's cancellation protections in a form. */
export const protectionName = (id: number): string => `protection.${id}`;
export const chosenProtections = (form: FormData, offers: readonly { id: number }[]): number[] =>
  offers.map(({ id }) => id).filter((id) => form.has(protectionName(id)));

/** That a form of another step holds these boxes too. */
export const visibleProtections = 'protections';
