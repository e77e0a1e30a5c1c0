/**
 * What a visitor has typed so far, kept as typed: nothing here is checked yet, so that nothing is lost. Checking makes
 * a `Booking` of it.
 */
export type DraftParticipant = {
  localId: string;
  firstName: string;
  lastName: string;
  email: string;
  /** `1998-05-01` once it could be read, else as typed. */
  birthDate: string;
  gender: string;
  nationalityCountryCode: string;
  fields: Record<string, string>;
  articles: DraftArticle[];
  /** Takes none of the articles, and was asked. */
  declined?: boolean;
};
export type DraftArticle = {
  uniqueLocalId: string;
  articleId: number;
  variantId: number;
  quantity: number;
  unitPrice: number | null;
  /** A number or an amount that cannot be read, as typed; then the choice counts for nothing. */
  typed?: string;
};
export type DraftTeam = { localId: string; competitionId: number; teamName: string; participants: DraftParticipant[] };
/** Address fields by name, as typed; phone as `phoneCountryCode` and `phoneNumber`. */
export type DraftAddress = Record<string, string>;
export type DraftData = {
  teams: DraftTeam[];
  protectionIds: number[];
  contactAddress: DraftAddress | null;
  deliveryAddress: DraftAddress | null;
  invoiceAddress: DraftAddress | null;
  voucherCodes: string[];
  /** What stands in the field of the voucher box and was not redeemed. */
  typedCode: string;
  /** Somebody was entered once: an empty list of people was emptied, and is not waiting for any. */
  hadPeople?: boolean;
  /** Whoever saved it last had proven the mailbox; else it may be a stranger's who typed the address. */
  isProven?: boolean;
  /** A form that came without a session, waiting for its visitor to log in; nothing else is in such a draft then. */
  keptPost?: { step: string; locale: 'de' | 'en-us'; fields: [name: string, value: string][] };
};
export const emptyDraft: DraftData = {
  teams: [],
  protectionIds: [],
  contactAddress: null,
  deliveryAddress: null,
  invoiceAddress: null,
  voucherCodes: [],
  typedCode: '',
};
