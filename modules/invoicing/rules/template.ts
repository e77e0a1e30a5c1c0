import { type Length, lengthUnits, type pictureAreas, type Spacing } from './paper.ts';

/** Layout rules shared by API, form and preview. Points, 72 per inch. */
export const sheet = { width: 595.28, height: 841.89 };
/** One `em`. */
const textSize = 9.5;
const pointsOf = { px: 0.75, em: textSize, cm: 72 / 2.54 } as const satisfies Record<Length['unit'], number>;

export const points = ({ value, unit }: Length): number => value * pointsOf[unit];

export const sides = ['top', 'bottom', 'left', 'right'] as const satisfies readonly (keyof Spacing)[];
export type Side = (typeof sides)[number];
/** In cm. At least 13 by 13.7 cm remain for content, and the foot fits below. */
export const spacingLimits: Readonly<Record<Side, { min: number; max: number }>> = {
  top: { min: 0.5, max: 8 },
  bottom: { min: 2.4, max: 8 },
  left: { min: 0.5, max: 4 },
  right: { min: 0.5, max: 4 },
};
/** Rounding slack: px and em are entered with two decimals. */
const slack = 0.15;

export const isUsable = (side: Side, length: Length): boolean => {
  const { min, max } = spacingLimits[side];
  const wanted = points(length);
  return wanted >= min * pointsOf.cm - slack && wanted <= max * pointsOf.cm + slack;
};

/** Keeps numbers within 33 characters; accounting programs accept 36. */
export const longestNumberPart = 12;
export const highestNumber = 999_999_999;
const digitsOfNumbers = 6;

/**
 * Letters, digits and hyphens are accepted by e-invoices, accounting programs and file names. The running number stays
 * distinguishable, so numbers of a series never collide after a change of prefix or suffix.
 */
export function isNumberPart(part: 'prefix' | 'suffix', text: string): boolean {
  const isTold = part === 'prefix' ? !/\d$/.test(text) : !/^\d/.test(text);
  return (
    text.length <= longestNumberPart &&
    /^[A-Za-z0-9-]*$/.test(text) &&
    isTold &&
    !new RegExp(`\\d{${digitsOfNumbers}}`).test(text)
  );
}

export const longestDescription = 2000;
/** Line feeds only; no other control characters or lone surrogates. */
export const isDescription = (text: string): boolean =>
  text.length <= longestDescription && !/\p{Cs}|[^\P{Cc}\n]/u.test(text);

export type TemplateDraft = {
  accountingGroupNr: { value: number; prefix: string; suffix: string };
  descriptionTop: string | null;
  descriptionBottom: string | null;
  spacing: Spacing;
};

/** Merges form input into a template; invalid values keep the previous one. */
export function draftOf(inputOf: (control: string) => string | null, before: TemplateDraft): TemplateDraft {
  const number = (part: 'prefix' | 'suffix') => {
    const text = inputOf(`accountingGroupNr.${part}`)?.trim();
    return text !== undefined && isNumberPart(part, text) ? text : before.accountingGroupNr[part];
  };
  const description = (name: 'descriptionTop' | 'descriptionBottom') => {
    const text = inputOf(name)?.replaceAll('\r\n', '\n').trim();
    return text !== undefined && isDescription(text) ? text || null : before[name];
  };
  const spacing = Object.fromEntries(
    sides.map((side) => {
      const length = lengthOf(inputOf(`spacing.${side}.value`), inputOf(`spacing.${side}.unit`));
      return [side, length && isUsable(side, length) ? length : before.spacing[side]];
    }),
  ) as Spacing;
  const value = inputOf('accountingGroupNr.value')?.trim() ?? '';
  return {
    accountingGroupNr: {
      value: /^[1-9]\d{0,8}$/.test(value) ? Number(value) : before.accountingGroupNr.value,
      prefix: number('prefix'),
      suffix: number('suffix'),
    },
    descriptionTop: description('descriptionTop'),
    descriptionBottom: description('descriptionBottom'),
    spacing,
  };
}

function lengthOf(value: string | null, unit: string | null): Length | null {
  const known = lengthUnits.find((each) => each === unit);
  const plain = value?.trim() ?? '';
  return known && /^\d{1,3}([.,]\d{1,2})?$/.test(plain)
    ? { value: Number(plain.replace(',', '.')), unit: known }
    : null;
}

export type PictureArea = (typeof pictureAreas)[number];
export type Size = { width: number; height: number };
/** Points from the upper left corner. */
export type Place = Size & { x: number; y: number };

/** Maximum heights in points. */
const highest: Readonly<Record<PictureArea, number>> = { header: 200, center: sheet.height, footer: 120 };
/** Distance of a narrow picture from the edge. */
const fromEdge = 28;

/**
 * Natural size at 96 dpi, never enlarged. A picture as wide as the sheet spans it; a smaller one aligns with the text.
 */
export function pictureAt(area: PictureArea, size: Size, spacing: Spacing): Place {
  const natural = { width: size.width * pointsOf.px, height: size.height * pointsOf.px };
  const left = points(spacing.left);
  const isBand = area === 'center' || natural.width >= sheet.width;
  const widest = isBand ? sheet.width : sheet.width - left - points(spacing.right);
  const scale = Math.min(1, widest / natural.width, highest[area] / natural.height);
  const [width, height] = [natural.width * scale, natural.height * scale];
  const edge = isBand ? 0 : fromEdge;
  return {
    width,
    height,
    x: isBand ? (sheet.width - width) / 2 : left,
    y: area === 'header' ? edge : area === 'footer' ? sheet.height - height - edge : (sheet.height - height) / 2,
  };
}
