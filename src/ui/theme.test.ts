import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, isAccent, themeAddress, themeCss, themeOf } from './theme.ts';

const paper = { light: '#ffffff', dark: '#191f33' };

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
])('the contrast of %s on %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBeCloseTo(ratio, 2);
});

test('every accent colour becomes readable in both schemes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const theme = themeOf(`#${number.toString(16).padStart(6, '0')}`);
      for (const scheme of ['light', 'dark'] as const) {
        const { accent, accentInk, accentText } = theme[scheme];
        // Rounding to whole bytes may cost a hair.
        expect(contrast(accent, accentInk)).toBeGreaterThan(4.45);
        expect(contrast(accentText, paper[scheme])).toBeGreaterThan(4.5);
        expect(contrast(accent, paper[scheme])).toBeGreaterThan(1.2);
      }
    }),
  );
});

test('a colour that works as it is stays as it is', () => {
  expect(themeOf('#ffd400').light.accent).toBe('#ffd400');
  expect(themeOf('#1f45d6').light).toEqual({ accent: '#1f45d6', accentInk: '#ffffff', accentText: '#1f45d6' });
});

test('only a colour gets a style sheet', () => {
  expect(themeAddress('#C0FFEE')).toBe('/assets/accent-c0ffee.css');
  expect(themeAddress('c0ffee;}body{')).toBeNull();
  expect([isAccent('#12345'), isAccent('#123456'), isAccent('red')]).toEqual([false, true, false]);
  expect(themeCss('#c0ffee')).toMatch(/^:root\{--accent:#[0-9a-f]{6};.*\}\}$/);
});
