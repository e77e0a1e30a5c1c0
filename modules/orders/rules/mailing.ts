/** Whom a mailing goes to: all conditions at once; what is null does not matter. */
export type MailingFilter = {
  competitionIds: number[] | null;
  /** `paid`: complete or shipped orders. `unpaid`: orders that wait for their money. Canceled ones never. */
  paid: 'paid' | 'unpaid' | null;
  /** The answer to a form field, as it is written. */
  formField: { fieldId: number; value: string } | null;
};

export type MailingText = {
  de: { subject: string; body: string };
  /** null: everybody gets the German text. */
  'en-us': { subject: string; body: string } | null;
};
