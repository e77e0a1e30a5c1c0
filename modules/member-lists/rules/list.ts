import type { CatalogDiscount } from '#modules/events/rules/catalog.ts';
import { foldCode } from '#modules/vouchers/rules/voucher.ts';
import { normalizeEmail } from '#src/kernel/email.ts';

export const listModes = ['add', 'remove', 'replace'] as const;
export type ListMode = (typeof listModes)[number];

export const maxMembers = 20_000;
/** A number is what fits into an answer that somebody types. */
const longestMember = 100;
/** So many days after its event a list is forgotten. */
export const retentionDays = 30;

/** An address has one written form, and numbers compare as codes do; null for what nobody can type. */
export function memberOf({ memberFieldId }: Pick<CatalogDiscount, 'memberFieldId'>, text: string): string | null {
  if (memberFieldId === null) return normalizeEmail(text.replace(/\s+/gu, ''));
  const folded = foldCode(text);
  return folded !== '' && folded.length <= longestMember ? folded : null;
}

/** Members in the form in which they compare, each once, and the places of those that are none. */
export function readMembers(
  discount: Pick<CatalogDiscount, 'memberFieldId'>,
  lines: readonly string[],
): { members: string[]; wrong: number[] } {
  const read = lines.map((line) => (line.trim() === '' ? undefined : memberOf(discount, line)));
  return {
    members: [...new Set(read.filter((member) => typeof member === 'string'))],
    wrong: read.flatMap((member, at) => (member === null ? [at] : [])),
  };
}

/** What is typed of somebody and may stand on a list. */
export type Listed = {
  email?: string | null | undefined;
  formFieldsSelected?: readonly { fieldId: number; value: string }[] | undefined;
};

/** What is looked for on the list of a discount, as it was typed. */
export const typedFor = ({ memberFieldId }: Pick<CatalogDiscount, 'memberFieldId'>, person: Listed) =>
  memberFieldId === null
    ? person.email
    : person.formFieldsSelected?.find(({ fieldId }) => fieldId === memberFieldId)?.value;
