import { timeZones } from '#src/kernel/time.ts';
import { perWords } from './per-locale.ts';

/** The countries and the time zones of the world as choices, made once for each language. */
export const countryOptions = perWords((words) =>
  words.countries().map(({ code, name }) => ({ value: code, label: name })),
);
export const zoneOptions = perWords(() =>
  timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
);
