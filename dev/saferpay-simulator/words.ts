import { type MessageKey, translatorFor as makeTranslatorFor } from '#src/texts/locale.ts';

/** Texts of the payment page: messages under `simulator`. */
type Word<Key> = Key extends `simulator.${infer Name}` ? Name : never;
export type WordKey = Word<MessageKey>;

export type PageWords = {
  lang: 'de' | 'en';
  t(key: WordKey, values?: Record<string, string>): string;
  /** `45,90 €` · `€45.90`, from minor units of any currency */
  money(value: number, currency: string): string;
};

/** `requested`: a language tag such as `de-CH`; falls back to the browser's language, then to English. */
export function translatorFor(requested: string | null, accepted: string | null): PageWords {
  const isGerman = /^(de|en)\b/i.test(requested ?? '')
    ? /^de/i.test(requested ?? '')
    : /^\s*de\b/i.test(accepted ?? '');
  const { t } = makeTranslatorFor(isGerman ? 'de' : 'en-us');
  return {
    lang: isGerman ? 'de' : 'en',
    t: (key, values) => t(`simulator.${key}`, values),
    money(value, currency) {
      const format = new Intl.NumberFormat(isGerman ? 'de-DE' : 'en-US', { style: 'currency', currency });
      return format.format(value / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    },
  };
}
