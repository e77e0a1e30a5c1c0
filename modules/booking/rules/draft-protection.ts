export const protectionName = (id: number): string => `protection.${id}`;
export const chosenProtections = (form: FormData, offers: readonly { id: number }[]): number[] =>
  offers.map(({ id }) => id).filter((id) => form.has(protectionName(id)));

/** The form of another step contains these boxes too. */
export const visibleProtections = 'protections';
