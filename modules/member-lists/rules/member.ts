import type { CatalogDiscount } from '#modules/events/rules/catalog.ts';

/** What is typed of somebody and may stand on a list. */
export type Listed = {
  email?: string | null | undefined;
  formFieldsSelected?: readonly { fieldId: number; value: string }[] | undefined;
};

/** Addresses and numbers compare without case and spaces. */
export const foldMember = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, '').toLowerCase();

/** What is looked for on the list of a discount, folded; empty for nothing. */
export const typedFor = ({ memberFieldId }: Pick<CatalogDiscount, 'memberFieldId'>, person: Listed): string =>
  foldMember(
    (memberFieldId === null
      ? person.email
      : person.formFieldsSelected?.find(({ fieldId }) => fieldId === memberFieldId)?.value) ?? '',
  );
