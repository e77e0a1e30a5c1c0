/** The product's own words, so that a journey looks for what a visitor of its language reads. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/server.ts';

export type Texts = {
  locale: 'de' | 'en-us';
  /** The message of a key with its plain `{places}` filled, and the form for `count` where it has two plain ones. */
  t(key: string, places?: Record<string, string | number>): string;
  money(cents: number): string;
  /** `1990-05-17` as people of this language type it. */
  typedDate(date: string): string;
};

export function textsOf(locale: Texts['locale']): Texts {
  const folder = join(root, 'locales', locale);
  const messages: Record<string, string> = Object.assign(
    {},
    ...readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))),
  );
  const money = new Intl.NumberFormat(locale === 'de' ? 'de-DE' : 'en-US', { style: 'currency', currency: 'EUR' });
  return {
    locale,
    t(key, places = {}) {
      const text = messages[key];
      if (text === undefined) throw new Error(`there is no message ${key} in ${locale}`);
      const forms = /\{count, plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g;
      const formed = text.replace(forms, (all, one: string, other: string) =>
        places.count === undefined ? all : places.count === 1 ? one : other,
      );
      return formed.replace(/\{(\w+)\}/g, (all, name: string) => String(places[name] ?? all));
    },
    money: (cents) => money.format(cents / 100).replace('-', '−'),
    typedDate(date) {
      const [year, month, day] = date.split('-');
      return locale === 'de' ? `${day}.${month}.${year}` : `${month}/${day}/${year}`;
    },
  };
}
