import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { createIntl, createIntlCache, type IntlShape } from '@formatjs/intl';
import { parseAccept } from 'hono/utils/accept';
import { catalogues, type MessageKey } from '#src/gen/messages.ts';
import { countryCodes, nearbyCountryCodes } from '#src/kernel/countries.ts';
import { memoize } from '#src/kernel/memoize.ts';
import type { Cents } from '#src/kernel/money.ts';
import { dateIn, instant } from '#src/kernel/time.ts';
import { formatCents, formatDate, type Locale } from '#src/ui/format.ts';

/** Fills in values; null when one is missing. */
export type Filler = (values: Values) => string | null;

/** The parser's element types, copied because the parser is not part of the executable. */
const literal = 0;
const argument = 1;

/**
 * Returns a formatter for messages of text and `{name}` values, twenty times faster than the library; null for messages
 * with plurals, choices or formats.
 */
export function plainFiller(message: readonly MessageFormatElement[]): Filler | null {
  const pieces: { value: string; isName: boolean }[] = [];
  for (const piece of message) {
    if (piece.type !== literal && piece.type !== argument) return null;
    pieces.push({ value: piece.value, isName: piece.type === argument });
  }
  return (values) => {
    let text = '';
    for (const { value, isName } of pieces) {
      const filledIn = isName ? values[value] : value;
      if (typeof filledIn !== 'string' && typeof filledIn !== 'number') return null;
      text += filledIn;
    }
    return text;
  };
}

export type { Locale, MessageKey };
/** `packages`: texts say package for a competition and group for a team, for white-label sites. */
export type Wording = 'standard' | 'packages';
export type Values = Record<string, string | number>;
export type Country = { code: string; name: string };

export const isLocale = (text: unknown): text is Locale => text === 'de' || text === 'en-us';
const tags = { de: 'de-DE', 'en-us': 'en-US' } as const;
export const defaultTimeZone = 'Europe/Vienna';

/** Formats texts, numbers and times in one language. Instants are epoch milliseconds, shown in the translator's time zone. */
export type Translator = {
  readonly locale: Locale;
  readonly htmlLang: 'de' | 'en-US';
  readonly wording: Wording;
  readonly timeZone: string;
  /** A message. Falls back to German, then to the key; never throws. */
  t(key: MessageKey, values?: Values): string;
  /** Whether a message exists, for keys computed at run time. */
  has(key: string): key is MessageKey;
  /** `40,50 €` · `€40.50` */
  money(cents: Cents): string;
  /** `1.240` · `1,240` */
  number(n: number): string;
  /** `17. Mai 2026` · `May 17, 2026` */
  date(at: number): string;
  /** `17.05.2026` · `05/17/2026`, for tables */
  shortDate(at: number): string;
  /** `17.05.2026, 09:30` · `05/17/2026, 9:30 AM`, for tables */
  shortDateTime(at: number): string;
  /** `17. Mai 2026, 09:30 Uhr` · `May 17, 2026, 9:30 AM` */
  dateTime(at: number): string;
  /** `09:30 Uhr` · `9:30 AM`; if the offset differs from Vienna's `09:30 Uhr (GMT−4)` · `9:30 AM EDT` */
  time(at: number): string;
  /** `Sonntag, 17. Mai 2026` · `Sunday, May 17, 2026` */
  weekdayDate(at: number): string;
  /** `Sonntag, 17. Mai 2026, 09:30 Uhr` · `Sunday, May 17, 2026, 9:30 AM` */
  weekdayDateTime(at: number): string;
  /** `YYYY-MM-DD` → `01.05.1998` · `05/01/1998`; other text is unchanged. */
  calendarDate(date: string): string;
  /** `{ day: '17', month: 'Mai', year: '2026', weekday: 'So', iso: '2026-05-17' }` */
  dateBlock(at: number): DateBlockText;
  /** 1 → `Januar` · `January` */
  monthName(month: number): string;
  /** `2026-10` → `Oktober 2026` · `October 2026` */
  monthOf(month: string): string;
  /** `AT` → `Österreich` · `Austria`; unknown codes are unchanged. */
  country(code: string): string;
  /** Austria, Germany, Switzerland, Italy, Liechtenstein first, then by name. */
  countries(): readonly Country[];
  in(timeZone: string): Translator;
  withWording(wording: Wording): Translator;
};
export type DateBlockText = { day: string; month: string; year: string; weekday: string; iso: string };

const intlCache = createIntlCache();
const translators = new Map<string, Translator>();

/** The cached translator of a language, wording and IANA time zone. */
export function translatorFor(
  locale: Locale,
  wording: Wording = 'standard',
  timeZone: string = defaultTimeZone,
): Translator {
  const key = `${locale}|${wording}|${timeZone}`;
  let i18n = translators.get(key);
  if (!i18n) {
    i18n = makeTranslator(locale, wording, timeZone);
    translators.set(key, i18n);
  }
  return i18n;
}

/** The best language for an Accept-Language header (RFC 9110); German by default. */
export const negotiateLocale = (acceptLanguage: string | null | undefined): Locale => bestLocale(acceptLanguage ?? '');

const bestLocale = memoize((header): Locale => {
  for (const { type, params } of parseAccept(header.toLowerCase())) {
    const language = type.split('-')[0];
    // An invalid `q` counts as 0, not wanted.
    const isWanted = Number(params.q ?? 1) > 0;
    if (isWanted && (language === 'de' || language === 'en')) return language === 'de' ? 'de' : 'en-us';
  }
  return 'de';
});

function makeTranslator(locale: Locale, wording: Wording, timeZone: string): Translator {
  const tag = tags[locale];
  const overlay = wording === 'packages' ? catalogues[`${locale}.packages`] : {};
  const messages = { ...catalogues.de, ...catalogues[locale], ...overlay };
  // If a value is missing, the library shows the message with its placeholders.
  const intl = createIntl<string>({ locale: tag, timeZone, messages, onError: () => undefined }, intlCache);
  const text = instantTexts(intl, locale, timeZone);
  const { formatters, formats, formatMessage } = intl;
  const cache = new Map<MessageKey, Filler>();
  // Cached, because the library looks messages up by their whole text.
  const fillerOf = (key: MessageKey): Filler => {
    const format = formatters.getMessageFormat(messages[key] ?? '', tag, formats, { formatters });
    return plainFiller(format.getAst()) ?? ((values) => String(format.format(values)));
  };
  const fillMessage = (key: MessageKey, values: Values): string => {
    let fill = cache.get(key);
    if (!fill) {
      fill = fillerOf(key);
      cache.set(key, fill);
    }
    try {
      return fill(values) ?? formatMessage({ id: key }, values);
    } catch {
      return formatMessage({ id: key }, values);
    }
  };
  // Texts without values are cached.
  const plainTexts = new Map<MessageKey, string>();
  const cachePlainText = (key: MessageKey): string => {
    const text = String(formatMessage({ id: key }));
    plainTexts.set(key, text);
    return text;
  };
  const numbers = new Intl.NumberFormat(tag);
  const monthNames = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
  const monthsOfYears = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const countryNames = new Intl.DisplayNames([tag], { type: 'region', fallback: 'code' });
  const country = (code: string) => (/^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code);
  let countryList: readonly Country[] | null = null;

  return {
    locale,
    htmlLang: locale === 'de' ? 'de' : 'en-US',
    wording,
    timeZone,
    t: (key, values) => {
      const cache = values ? undefined : plainTexts.get(key);
      if (cache !== undefined) return cache;
      if (!(key in messages)) return key;
      return values ? fillMessage(key, values) : cachePlainText(key);
    },
    has: (key): key is MessageKey => Object.hasOwn(messages, key),
    money: (cents) => formatCents(cents, locale),
    number: (n) => numbers.format(n),
    ...text,
    calendarDate: (date) => formatDate(date, locale),
    monthOf: (month) => monthsOfYears.format(new Date(`${month}-01`)),
    monthName: (month) => monthNames.format(Date.UTC(2024, month - 1, 1)),
    country,
    countries: () => {
      countryList ??= listCountries(country, tag);
      return countryList;
    },
    in: (zone) => translatorFor(locale, wording, zone),
    withWording: (other) => translatorFor(locale, other, timeZone),
  };
}

const maxMoments = 500;

/** English times contain a narrow no-break space, which older fonts lack. */
const plainSpaces = (text: string) => text.replaceAll('\u202f', '\u00a0');

/** The zone name after a time; empty if the offset equals that of the default zone. */
function zoneNames(tag: string, timeZone: string) {
  if (timeZone === defaultTimeZone) return () => '';
  const part = (zone: string, timeZoneName: 'short' | 'longOffset') => {
    const formatter = new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName });
    return (at: number) => formatter.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  };
  const [name, offset, defaultOffset] = [
    part(timeZone, 'short'),
    part(timeZone, 'longOffset'),
    part(defaultTimeZone, 'longOffset'),
  ];
  return (at: number, before: ' ' | ' (') =>
    offset(at) === defaultOffset(at) ? '' : `${before}${name(at).replace('-', '\u2212')}${before === ' (' ? ')' : ''}`;
}

function instantTexts(intl: IntlShape<string>, locale: Locale, timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(intl.locale, { timeZone, ...options });
    // Cached: pages repeat the same instants.
    const cache = new Map<number, string>();
    return (at: number) => {
      let text = cache.get(at);
      if (text === undefined) {
        text = plainSpaces(formatter.format(at));
        if (cache.size >= maxMoments) cache.clear();
        cache.set(at, text);
      }
      return text;
    };
  };
  const date = format({ day: 'numeric', month: 'long', year: 'numeric' });
  const shortDate = format({ day: '2-digit', month: '2-digit', year: 'numeric' });
  const weekdayDate = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const clock = format({ hour: locale === 'de' ? '2-digit' : 'numeric', minute: '2-digit' });
  const zone = zoneNames(intl.locale, timeZone);
  const time = (at: number) => (locale === 'de' ? `${clock(at)} Uhr${zone(at, ' (')}` : `${clock(at)}${zone(at, ' ')}`);
  const day = format({ day: 'numeric' });
  const month = format({ month: 'short' });
  const year = format({ year: 'numeric' });
  const weekday = format({ weekday: 'short' });
  return {
    date,
    shortDate,
    shortDateTime: (at: number) => `${shortDate(at)}, ${clock(at)}`,
    dateTime: (at: number) => `${date(at)}, ${time(at)}`,
    time,
    weekdayDate,
    weekdayDateTime: (at: number) => `${weekdayDate(at)}, ${time(at)}`,
    dateBlock: (at: number): DateBlockText => ({
      day: day(at).replace('.', ''),
      month: month(at).replace('.', ''),
      year: year(at),
      weekday: weekday(at).replace('.', ''),
      iso: dateIn(instant(at), timeZone),
    }),
  };
}

function listCountries(country: (code: string) => string, tag: string): readonly Country[] {
  const collator = new Intl.Collator(tag);
  const named = (code: string) => ({ code, name: country(code) });
  const others = countryCodes.filter((code) => !nearbyCountryCodes.includes(code)).map(named);
  others.sort((a, b) => collator.compare(a.name, b.name));
  return [...nearbyCountryCodes.map(named), ...others];
}
