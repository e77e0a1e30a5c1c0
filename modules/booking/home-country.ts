let countryOf: ReadonlyMap<string, string> | null = null;

/**
 * The country in which an event takes place, of those that can be chosen: most people who start live there. Its time zone
 * tells, by what the runtime knows of zones and countries (CLDR); null where it tells none.
 */
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
  // What several countries keep tells nothing.
  for (const [zone, code] of found) if (code === '') found.delete(zone);
  return found;
}
