import type { CatalogDiscount } from '#modules/events/rules/catalog.ts';

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
