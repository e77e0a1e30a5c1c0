/** Why an organizer charges no tax: a non-profit sports club or a small business, by the law of Austria or Germany. */
export const taxExemptions = ['atClub', 'atSmallBusiness', 'deClub', 'deSmallBusiness'] as const;
export type TaxExemption = (typeof taxExemptions)[number];
