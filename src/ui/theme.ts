// Our own: fifteen lines of formulas; libraries compute contrast but do not search for the nearest readable color.

/** Readable colors for a white label's accent, by the contrast formula of WCAG 2.2 (at least 4.5 : 1). */
type Rgb = readonly [number, number, number];
const eachPart = ([r, g, b]: Rgb, change: (part: number, at: number) => number): Rgb => [
  change(r, 0),
  change(g, 1),
  change(b, 2),
];

export const houseAccent = '#1f45d6';
const hexShape = /^#?([0-9a-f]{6})$/i;
export const isAccent = (text: string): boolean => hexShape.test(text);

const paperLight: Rgb = [255, 255, 255];
const groundLight: Rgb = [245, 246, 249];
const paperDark: Rgb = [25, 31, 51];
const inkOnAccent: Rgb = [11, 18, 40];

function parseHex(text: string): Rgb {
  const digits = hexShape.exec(text)?.[1] ?? houseAccent.slice(1);
  return eachPart([0, 2, 4], (at) => Number.parseInt(digits.slice(at, at + 2), 16));
}
const toHex = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function luminance(colour: Rgb): number {
  const [r, g, b] = eachPart(colour, (part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two `#rrggbb` colors, 1 to 21. */
export const contrast = (one: string, other: string): number => ratio(parseHex(one), parseHex(other));

function ratio(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  eachPart(from, (part, at) => part + ((to[at] ?? 0) - part) * share);

/** Moves a color towards another until it is readable on all backgrounds. */
function readable(colour: Rgb, towards: Rgb, grounds: readonly Rgb[], wanted: number): Rgb {
  for (let step = 0; step <= 50; step += 1) {
    const candidate = mix(colour, towards, step / 50);
    if (grounds.every((ground) => ratio(candidate, ground) >= wanted)) return candidate;
  }
  return towards;
}

const inkFor = (colour: Rgb): Rgb =>
  ratio(colour, paperLight) >= ratio(colour, inkOnAccent) ? paperLight : inkOnAccent;

export type Theme = { accent: string; accentInk: string; accentText: string };

type Themes = { light: Theme; dark: Theme };
const maxCached = 500;
const cache = new Map<string, Themes>();

/** The accent colors for light and dark. Cached. */
export function themeOf(accent: string): Themes {
  const themes = cache.get(accent) ?? computed(accent);
  if (cache.size >= maxCached) cache.clear();
  cache.set(accent, themes);
  return themes;
}

/** The accent for documents; the product's by default. */
export const accentOnPaper = (color: string | null | undefined): Theme =>
  themeOf(color && isAccent(color) ? color : houseAccent).light;

function computed(accent: string): Themes {
  const given = parseHex(accent);
  // A surface keeps the given color while it differs from the page and carries text (4.5 : 1). Text and outlines need more, also
  // on tinted backgrounds.
  const lightSurface = surface(readable(given, inkOnAccent, [paperLight], 1.25), inkOnAccent);
  const darkSurface = surface(readable(given, paperLight, [paperDark], 2), paperLight);
  return {
    light: {
      accent: toHex(lightSurface),
      accentInk: toHex(inkFor(lightSurface)),
      accentText: toHex(readable(given, inkOnAccent, [paperLight, groundLight], 5.6)),
    },
    dark: {
      accent: toHex(darkSurface),
      accentInk: toHex(inkFor(darkSurface)),
      accentText: toHex(readable(given, paperLight, [paperDark], 6.5)),
    },
  };
}

function surface(colour: Rgb, towards: Rgb): Rgb {
  for (let step = 0; step <= 50; step += 1) {
    const candidate = mix(colour, towards, step / 50);
    if (ratio(candidate, inkFor(candidate)) >= 4.5) return candidate;
  }
  return towards;
}

/** The style sheet of a white label, served as a file because inline styles are forbidden. */
export function themeCss(accent: string): string {
  const { light, dark } = themeOf(accent);
  const rule = (theme: Theme) =>
    `:root{--accent:${theme.accent};--accent-ink:${theme.accentInk};--accent-text:${theme.accentText}}`;
  return `${rule(light)}@media screen and (prefers-color-scheme:dark){${rule(dark)}}`;
}

/** The address of an accent's style sheet (`#c0ffee` → `/assets/accent-c0ffee.css`), or null. */
export function themeAddress(accent: string): string | null {
  const digits = hexShape.exec(accent)?.[1];
  return digits ? `/assets/accent-${digits.toLowerCase()}.css` : null;
}
