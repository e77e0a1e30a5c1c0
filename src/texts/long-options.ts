import { timeZones } from '#src/kernel/time.ts';
import { perTranslator } from './per-translator.ts';

/** The countries and the time zones of the world as choices, made once for each language. */
export const countryOptions = perTranslator((i18n) =>
  i18n.countries().map(({ code, name }) => ({ value: code, label: name })),
);
export const zoneOptions = perTranslator(() =>
  timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
);
