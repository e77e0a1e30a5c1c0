import { type Length, lengthUnits, type pictureAreas, type Spacing } from './paper.ts';

/**
 * What an organizer's papers may look like. Lengths on paper are points, 72 to the inch; the same rule holds for the calls,
 * the form and the preview.
 */
export const sheet = { width: 595.28, height: 841.89 };
/** The size of the text, which an `em` is. */
const textSize = 9.5;
const pointsOf = { px: 0.75, em: textSize, cm: 72 / 2.54 } as const satisfies Record<Length['unit'], number>;

export const points = ({ value, unit }: Length): number => value * pointsOf[unit];

export const sides = ['top', 'bottom', 'left', 'right'] as const satisfies readonly (keyof Spacing)[];
export type Side = (typeof sides)[number];
/** In cm: 13 by 13.7 are left for what is said, and the foot of the page has its place below. */
export const spacingLimits: Readonly<Record<Side, { least: number; most: number }>> = {
  top: { least: 0.5, most: 8 },
  bottom: { least: 2.4, most: 8 },
  left: { least: 0.5, most: 4 },
  right: { least: 0.5, most: 4 },
};
/** Half a hundredth of a centimetre: what is typed in px or em has two decimals. */
const slack = 0.15;

export const isUsable = (side: Side, length: Length): boolean => {
  const { least, most } = spacingLimits[side];
  const wanted = points(length);
  return wanted >= least * pointsOf.cm - slack && wanted <= most * pointsOf.cm + slack;
};

/** So that a number has at most 33 characters: booking programs take 36. */
export const longestNumberPart = 12;
export const highestNumber = 999_999_999;
/** As many digits in a row stand in a running number alone. */
const digitsOfNumbers = 6;

/**
 * Prefix and suffix take letters, digits and hyphens: electronic invoices, booking programs and file names all do. The
 * running number can be told from what is around it, so two numbers of a series are never the same text, however often
 * prefix and suffix change.
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
/** Line ends are one character; no other control characters, and no halves of characters. */
export const isDescription = (text: string): boolean =>
  text.length <= longestDescription && !/\p{Cs}|[^\P{Cc}\n]/u.test(text);

/** What a template has beside its pictures, as its form shows it. */
export type TemplateDraft = {
  accountingGroupNr: { value: number; prefix: string; suffix: string };
  descriptionTop: string | null;
  descriptionBottom: string | null;
  spacing: Spacing;
};

/** What is typed into the form, by the names of its controls; what cannot be used yet is as it was before. */
export function draftOf(typed: (control: string) => string | null, before: TemplateDraft): TemplateDraft {
  const number = (part: 'prefix' | 'suffix') => {
    const text = typed(`accountingGroupNr.${part}`)?.trim();
    return text !== undefined && isNumberPart(part, text) ? text : before.accountingGroupNr[part];
  };
  const description = (name: 'descriptionTop' | 'descriptionBottom') => {
    const text = typed(name)?.replaceAll('\r\n', '\n').trim();
    return text !== undefined && isDescription(text) ? text || null : before[name];
  };
  const spacing = Object.fromEntries(
    sides.map((side) => {
      const length = lengthOf(typed(`spacing.${side}.value`), typed(`spacing.${side}.unit`));
      return [side, length && isUsable(side, length) ? length : before.spacing[side]];
    }),
  ) as Spacing;
  const value = typed('accountingGroupNr.value')?.trim() ?? '';
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
/** From the upper left corner of the sheet, in points. */
export type Place = Size & { x: number; y: number };

/** At most so high; the one in the middle may fill the sheet. */
const highest: Readonly<Record<PictureArea, number>> = { header: 200, center: sheet.height, footer: 120 };
/** How far a picture that is narrower than the sheet stays from its edge. */
const fromEdge = 28;

/**
 * Where a picture lies behind the text: as large as it is (96 pixels an inch), never enlarged. What is as wide as the sheet
 * goes from edge to edge, as a letterhead does; a smaller one at the head or foot stands in line with the text.
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
