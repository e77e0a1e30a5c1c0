import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '#src/runtime/bun/build/messages.ts';

const german = readCatalogue('locales/de');
const english = readCatalogue('locales/en-us');
const overlays = {
  'locales/de.packages': { texts: readCatalogue('locales/de.packages'), base: german },
  'locales/en-us.packages': { texts: readCatalogue('locales/en-us.packages'), base: english },
};

function placeholders(text: string): string[] {
  const found = new Set<string>();
  const walk = (elements: MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      found.add(element.value);
      if (element.type === TYPE.plural || element.type === TYPE.select) {
        for (const option of Object.values(element.options)) walk(option.value);
      }
      if (element.type === TYPE.tag) walk(element.children);
    }
  };
  walk(parse(text));
  return [...found].sort();
}

const shape = (catalogue: Record<string, string>) =>
  Object.fromEntries(Object.entries(catalogue).map(([key, text]) => [key, placeholders(text).join(' ')]));
const allTexts = [
  ...Object.entries(german),
  ...Object.entries(english),
  ...Object.values(overlays).flatMap((overlay) => Object.entries(overlay.texts)),
];
const germanTexts = [...Object.entries(german), ...Object.entries(overlays['locales/de.packages'].texts)];

describe('the words', () => {
  test('are complete: every German message has its English twin with the same values, and the other way round', () => {
    expect(shape(english)).toEqual(shape(german));
  });

  test('have a sentence for every code that a field is refused with', () => {
    const sources = ['modules', 'src', 'dev'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
        .map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
    );
    const refused = sources.flatMap((source) => [...source.matchAll(/(?:fields: |refuseFields\()\{([^}]*)\}/g)]);
    const codes = new Set(
      refused.flatMap(([, fields = '']) => [...fields.matchAll(/\['(\w+)'/g)].map(([, code]) => code)),
    );
    expect(codes.size).toBeGreaterThan(15);
    expect([...codes].filter((code) => german[`problem.field.${code}`] === undefined)).toEqual([]);
  });

  test('come in the same files in both languages', () => {
    expect(readdirSync('locales/en-us').sort()).toEqual(readdirSync('locales/de').sort());
  });

  test('of the packages wording override existing messages only, with the same values, in both languages', () => {
    for (const [folder, { texts, base }] of Object.entries(overlays)) {
      for (const [key, text] of Object.entries(texts)) {
        expect(Object.keys(base), `${folder} has "${key}", which overrides nothing`).toContain(key);
        expect(placeholders(text), `${folder} "${key}"`).toEqual(placeholders(base[key] ?? ''));
        expect(text, `${folder} "${key}" says what the standard wording says; leave it out`).not.toBe(base[key]);
      }
    }
    const [de, en] = Object.values(overlays).map((overlay) => Object.keys(overlay.texts).sort());
    expect(en).toEqual(de);
  });

  const says = (text: string) =>
    /\b(Wettb|B)ewerb|\bcompetitions?\b|\bteams?\b/i.test(text.replaceAll(/\{\w+(?=[},])/g, ''));

  test('of the packages wording never say Bewerb, competition or team', () => {
    for (const { texts } of Object.values(overlays))
      expect(Object.entries(texts).filter(([, text]) => says(text))).toEqual([]);
  });

  test('that say Bewerb, competition or team have the packages wording, but where there is no event or people at work are meant', () => {
    const ofNoEvent = /^(events\.(first\.|group\.competitions$|form\.useAlternateTranslationHint$)|screens\.)/;
    const ofColleagues =
      /^(mail\.closing|events\.visibility\.hiddenText|gate\.devices\.noneText|mailPreview\.name\.OrganizerInvitation)$/;
    for (const { texts, base } of Object.values(overlays)) {
      const left = Object.entries(base).filter(
        ([key, text]) => !ofNoEvent.test(key) && !ofColleagues.test(key) && says(text) && !(key in texts),
      );
      expect(left).toEqual([]);
    }
  });

  test('are never empty, begin or end with a space, or hold typewriter quotes around words', () => {
    for (const [key, text] of allTexts) {
      expect(text.trim(), key).not.toBe('');
      expect(text, key).toBe(text.trim());
      expect(text, `${key}: German quotes are „ “, English ones “ ”`).not.toMatch(/"/);
    }
  });

  test('say "du" to German readers', () => {
    const formal = /(^|[^.!?:]\s)(Sie|Ihnen|Ihr|Ihre|Ihrem|Ihren|Ihrer|Ihres)\b/;
    for (const [key, text] of germanTexts) {
      expect(text, `${key} addresses the reader formally`).not.toMatch(formal);
      expect(text, `${key} addresses the reader formally`).not.toMatch(/\b(Bitte|bitte) \w+en Sie\b/);
    }
  });

  test('say "einloggen" for logging in, since "anmelden" is what a runner does with a race', () => {
    const login = /^(accounts|security|providers|ui\.nav|ui\.sessionEnded|consent|stored)\./;
    const wrong = germanTexts.filter(
      ([key, text]) => login.test(key) && /an(ge)?meld|ab(ge)?meld|melde[nt]? dich/i.test(text),
    );
    expect(wrong).toEqual([]);
  });

  test('spell email in one way each: E-Mail in German, email in English', () => {
    const spoken = (text: string) => text.replace(/\{\w+/g, '');
    const american = allTexts.filter(([, text]) => /\be-mail/.test(text));
    const german = germanTexts.filter(([, text]) => /\bemails?\b/i.test(spoken(text)));
    // Verbatim from the specification.
    expect([...american, ...german].map(([key]) => key)).toEqual(['ui.form.invalidEmail']);
  });

  test('are keyed like area.thing.what', () => {
    for (const [key] of allTexts) expect(key).toMatch(/^[a-z][A-Za-z]*(\.[A-Za-z0-9_-]+)+$/);
  });

  test('have a message for every refusal that a module may give', () => {
    const files = ['src/kernel/problem.ts'];
    for (const area of existsSync('modules') ? readdirSync('modules') : []) {
      const file = `modules/${area}/rules/problems.ts`;
      if (existsSync(file)) files.push(file);
    }
    for (const file of files) {
      for (const [, code] of readFileSync(file, 'utf8').matchAll(/^\s+([A-Z][A-Z_]{4,}): \d{3}/gm)) {
        expect(Object.keys(german), `${file} refuses with ${code}, which has no words`).toContain(`problem.${code}`);
      }
    }
  });

  test('have a sentence for every name by which a field is refused', () => {
    const files = ['modules', 'src', 'dev'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    );
    for (const file of files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\/gen\//.test(name))) {
      const text = readFileSync(file, 'utf8');
      for (const [, name = ''] of text.matchAll(/refuseFields\(\{[^;]*?\['([\w.]+)'\]/g)) {
        const said = [name, `problem.field.${name}`].some((key) => key in german);
        expect(said, `${file} refuses a field with ${name}, which has no words`).toBe(true);
      }
    }
  });
});
