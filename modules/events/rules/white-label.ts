import type { Catalog } from './catalog.ts';

/** Whose name, colour and logo the pages of an event wear: its own, else what its main organizer has; null: the product's. */
export function whiteLabelOf({ event, organizers }: Pick<Catalog, 'event' | 'organizers'>): {
  name: string;
  accent: string | null;
  logo: string | null;
} | null {
  const main = organizers.find(({ isMain }) => isMain) ?? organizers[0];
  const name = event.whiteLabel ?? main?.whiteLabel;
  return name ? { name, accent: event.accentColor ?? main?.accentColor ?? null, logo: main?.logo ?? null } : null;
}

/** The host name that the public pages of an event belong to: that of its main organizer; null: the house's. */
export const hostNameOfEvent = ({ organizers }: Pick<Catalog, 'organizers'>): string | null =>
  (organizers.find(({ isMain }) => isMain) ?? organizers[0])?.hostName ?? null;
