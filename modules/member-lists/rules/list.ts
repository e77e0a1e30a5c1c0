import type { CatalogDiscount } from '#modules/events/rules/catalog.ts';
import { foldCode } from '#modules/vouchers/rules/voucher.ts';
import { normalizeEmail } from '#src/kernel/email.ts';

export const listModes = ['add', 'remove', 'replace'] as const;
export type ListMode = (typeof listModes)[number];

export const maxMembers = 20_000;
/** Member numbers are form answers of this length. */
const longestMember = 100;
/** Days after the event. */
export const retentionDays = 30;

/** The canonical form of an address or number; null for invalid text. */
export function canonicalMember(
  { memberFieldId }: Pick<CatalogDiscount, 'memberFieldId'>,
  text: string,
): string | null {
  if (memberFieldId === null) return normalizeEmail(text.replace(/\s+/gu, ''));
  const folded = foldCode(text);
  return folded !== '' && folded.length <= longestMember ? folded : null;
}

/** Canonical members without duplicates, and the indexes of invalid lines. */
export function readMembers(
  discount: Pick<CatalogDiscount, 'memberFieldId'>,
  lines: readonly string[],
): { members: string[]; wrong: number[] } {
  const read = lines.map((line) => (line.trim() === '' ? undefined : canonicalMember(discount, line)));
  return {
    members: [...new Set(read.filter((member) => typeof member === 'string'))],
    wrong: read.flatMap((member, at) => (member === null ? [at] : [])),
  };
}

export type Listed = {
  email?: string | null | undefined;
  formFieldsSelected?: readonly { fieldId: number; value: string }[] | undefined;
};

/** The typed text that is matched with the list. */
export const memberInput = ({ memberFieldId }: Pick<CatalogDiscount, 'memberFieldId'>, person: Listed) =>
  memberFieldId === null
    ? person.email
    : person.formFieldsSelected?.find(({ fieldId }) => fieldId === memberFieldId)?.value;
