import type { Catalog } from './catalog.ts';

const googleCode = /^(?:G|GT|AW|DC)-[A-Z0-9]{4,20}$/;
const pixelCode = /^\d{5,20}$/;

/** Tracking codes of the event and its main organizer. Invalid codes are dropped, since they would be part of a URL. */
export function measuringOf({ event, organizers }: Pick<Catalog, 'event' | 'organizers'>): {
  google: readonly string[];
  pixels: readonly string[];
} {
  const main = organizers.find(({ isMain }) => isMain) ?? organizers[0];
  const validCodes = (codes: readonly (string | null | undefined)[], shape: RegExp) => [
    ...new Set(codes.flatMap((code) => (code && shape.test(code.trim()) ? [code.trim()] : []))),
  ];
  return {
    google: validCodes([...event.googleAnalyticsTrackingCodes, main?.googleAnalyticsTrackingCode], googleCode),
    pixels: validCodes([...event.facebookPixels, main?.facebookPixel], pixelCode),
  };
}
