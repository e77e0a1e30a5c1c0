import type { Catalog } from './catalog.ts';

const googleCode = /^(?:G|GT|AW|DC)-[A-Z0-9]{4,20}$/;
const pixelCode = /^\d{5,20}$/;

/**
 * Whom the organizers want told of visits to the pages of an event: the codes of the event and of its main organizer.
 * What is no such code is left out, for it would stand in an address.
 */
export function measuringOf({ event, organizers }: Pick<Catalog, 'event' | 'organizers'>): {
  google: readonly string[];
  pixels: readonly string[];
} {
  const main = organizers.find(({ isMain }) => isMain) ?? organizers[0];
  const kept = (codes: readonly (string | null | undefined)[], shape: RegExp) => [
    ...new Set(codes.flatMap((code) => (code && shape.test(code.trim()) ? [code.trim()] : []))),
  ];
  return {
    google: kept([...event.googleAnalyticsTrackingCodes, main?.googleAnalyticsTrackingCode], googleCode),
    pixels: kept([...event.facebookPixels, main?.facebookPixel], pixelCode),
  };
}
