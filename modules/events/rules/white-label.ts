import type { Catalog } from './catalog.ts';

/** Whose name and colour the pages of an event wear: its own, else what its main organizer has; null: the product's. */
export function whiteLabelOf({ event, organizers }: Pick<Catalog, 'event' | 'organizers'>): {
  name: string;
  accent: string | null;
} | null {
  const main = organizers.find(({ isMain }) => isMain) ?? organizers[0];
  const name = event.whiteLabel ?? main?.whiteLabel;
  return name ? { name, accent: event.accentColor ?? main?.accentColor ?? null } : null;
}
