import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lengthUnits, plainTemplate, type Spacing } from './paper.ts';
import { paperNumber } from './paper-number.ts';
import {
  draftOf,
  isDescription,
  isNumberPart,
  isUsable,
  pictureAt,
  points,
  sheet,
  sides,
  spacingLimits,
  type TemplateDraft,
} from './template.ts';

const cm = (value: number) => ({ value, unit: 'cm' as const });
const { spacing } = plainTemplate;
const before: TemplateDraft = {
  accountingGroupNr: { value: 1, prefix: 'R1-', suffix: '' },
  descriptionTop: null,
  descriptionBottom: null,
  spacing,
};

test.each([
  ['top', cm(0.5), true],
  ['top', cm(0.4), false],
  ['top', cm(8), true],
  ['top', { value: 302.36, unit: 'px' }, true],
  ['top', { value: 303, unit: 'px' }, false],
  ['bottom', cm(2.3), false],
  ['bottom', { value: 7.16, unit: 'em' }, true],
  ['left', cm(4.01), false],
  ['right', { value: 0, unit: 'px' }, false],
  ['right', { value: Number.NaN, unit: 'px' }, false],
] as const)('%s %o leaves the paper usable: %s', (side, length, usable) => {
  expect(isUsable(side, length)).toBe(usable);
});

test('the plain template is one that may be chosen, and whatever may be chosen leaves room for what is said', () => {
  for (const side of sides) expect([side, isUsable(side, spacing[side])]).toEqual([side, true]);
  const length = fc.record({
    value: fc.double({ min: 0, max: 999.99, noNaN: true }),
    unit: fc.constantFrom(...lengthUnits),
  });
  fc.assert(
    fc.property(fc.record({ top: length, bottom: length, left: length, right: length }), (chosen: Spacing) => {
      if (!sides.every((side) => isUsable(side, chosen[side]))) return;
      expect(sheet.width - points(chosen.left) - points(chosen.right)).toBeGreaterThan(360);
      expect(sheet.height - points(chosen.top) - points(chosen.bottom)).toBeGreaterThan(380);
    }),
    { numRuns: 2000 },
  );
});

test('the words name the limits that hold', () => {
  for (const [language, point] of [
    ['de', ','],
    ['en-us', '.'],
  ] as const) {
    const texts = JSON.parse(readFileSync(`locales/${language}/invoicing-template.json`, 'utf8'));
    for (const side of sides) {
      const { min, max } = spacingLimits[side];
      for (const limit of [min, max])
        expect(texts[`invoicing.template.error.spacing.${side}`]).toContain(String(limit).replace('.', point));
    }
  }
});

test.each([
  ['prefix', 'R1-', true],
  ['prefix', '', true],
  ['prefix', 'LC2026-', true],
  ['prefix', 'LC2026', false],
  ['prefix', 'LC-20260517-', false],
  ['prefix', 'LC/', false],
  ['prefix', 'LÄ-', false],
  ['prefix', 'LC -', false],
  ['prefix', 'ABCDEFGHIJKLM', false],
  ['prefix', 'A\n', false],
  ['suffix', '-2026', true],
  ['suffix', '2026', false],
  ['suffix', '-\u0000', false],
] as const)('%s %j: %s', (part, text, is) => {
  expect(isNumberPart(part, text)).toBe(is);
});

test('two numbers of a series are never the same text, however often prefix and suffix change', () => {
  const character = fc.constantFrom(...'A-01');
  const part = (name: 'prefix' | 'suffix') =>
    fc.string({ unit: character, maxLength: 12 }).filter((text) => isNumberPart(name, text));
  const sequence = fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 11_111_111 }));
  const one = fc.record({ prefix: part('prefix'), suffix: part('suffix'), sequence });
  fc.assert(
    fc.property(one, one, (a, b) => {
      if (a.sequence === b.sequence) return;
      expect(paperNumber(a, a.sequence)).not.toBe(paperNumber(b, b.sequence));
    }),
    { numRuns: 5000 },
  );
});

test('a description allows line feeds but no other control characters', () => {
  expect(isDescription('Danke!\nBis bald 🏃')).toBe(true);
  for (const bad of ['\u0000', 'a\r\nb', 'a\tb', '\u0085', '\ud800', 'x'.repeat(2001)])
    expect([bad.slice(0, 5), isDescription(bad)]).toEqual([bad.slice(0, 5), false]);
});

test('previews valid input at once and ignores invalid input', () => {
  const typed: Record<string, string> = {
    'accountingGroupNr.prefix': 'LC-',
    'accountingGroupNr.suffix': '2026',
    'accountingGroupNr.value': '500',
    descriptionTop: ' Danke!\r\nBis bald ',
    'spacing.top.value': '4,5',
    'spacing.top.unit': 'cm',
    'spacing.left.value': '9',
    'spacing.left.unit': 'cm',
  };
  expect(draftOf((control) => typed[control] ?? null, before)).toEqual({
    accountingGroupNr: { value: 500, prefix: 'LC-', suffix: '' },
    descriptionTop: 'Danke!\nBis bald',
    descriptionBottom: null,
    spacing: { ...spacing, top: cm(4.5) },
  });
});

test('places a letterhead edge to edge and a logo with the text, never enlarged or cut', () => {
  expect(pictureAt('header', { width: 1600, height: 300 }, spacing)).toMatchObject({ x: 0, y: 0, width: sheet.width });
  const logo = pictureAt('header', { width: 200, height: 100 }, spacing);
  expect(logo).toEqual({ x: points(spacing.left), y: 28, width: 150, height: 75 });
  const size = fc.record({ width: fc.integer({ min: 1, max: 1600 }), height: fc.integer({ min: 1, max: 12_000 }) });
  fc.assert(
    fc.property(fc.constantFrom('header', 'center', 'footer'), size, (area, picture) => {
      const { x, y, width, height } = pictureAt(area as 'header', picture, spacing);
      expect(width).toBeLessThanOrEqual(picture.width * 0.75 + 1e-6);
      expect(width / height).toBeCloseTo(picture.width / picture.height, 6);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(-1e-6);
      expect(x + width).toBeLessThanOrEqual(sheet.width + 1e-6);
      expect(y + height).toBeLessThanOrEqual(sheet.height + 1e-6);
    }),
  );
});
