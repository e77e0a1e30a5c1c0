import { timeZones } from '#src/kernel/time.ts';
import { perTranslator } from './per-translator.ts';

/** Countries and time zones as options, cached per language. */
export const countryOptions = perTranslator((i18n) =>
  i18n.countries().map(({ code, name }) => ({ value: code, label: name })),
);
export const zoneOptions = perTranslator(() =>
  timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
);
