import type { Catalog } from './catalog.ts';

/** Name, colour and logo of an event's pages: its own, else the main organizer's; null: the product's. */
export function whiteLabelOf({ event, organizers }: Pick<Catalog, 'event' | 'organizers'>): {
  name: string;
  accent: string | null;
  logo: string | null;
} | null {
  const main = organizers.find(({ isMain }) => isMain) ?? organizers[0];
  const name = event.whiteLabel ?? main?.whiteLabel;
  return name ? { name, accent: event.accentColor ?? main?.accentColor ?? null, logo: main?.logo ?? null } : null;
}

/** The main organizer's host name; null: the platform's. */
export const hostNameOfEvent = ({ organizers }: Pick<Catalog, 'organizers'>): string | null =>
  (organizers.find(({ isMain }) => isMain) ?? organizers[0])?.hostName ?? null;
