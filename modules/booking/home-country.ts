let countryOf: ReadonlyMap<string, string> | null = null;

/** Country of the event, where most participants live: derived from its time zone by CLDR data; null if ambiguous. */
export function homeCountry(timeZone: string, countries: readonly { code: string }[]): string | null {
  countryOf ??= countriesByZone(countries.map(({ code }) => code));
  return countryOf.get(timeZone) ?? null;
}

function countriesByZone(codes: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const code of codes) {
    const place: Intl.Locale & { getTimeZones?(): string[] | undefined } = new Intl.Locale(`und-${code}`);
    for (const zone of place.getTimeZones?.() ?? []) found.set(zone, found.has(zone) ? '' : code);
  }
  for (const [zone, code] of found) if (code === '') found.delete(zone);
  return found;
}
