import type { Cents } from '#src/kernel/money.ts';
import type { ParticipantInput } from './participant.ts';

/**
 * What a visitor has typed so far, kept as typed: nothing here is checked yet, so that nothing is lost. Checking makes
 * a `Booking` of it.
 */
export type DraftParticipant = ParticipantInput & {
  localId: string;
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
  unitPrice: Cents | null;
  /** A number or an amount that cannot be read, as typed; then the choice counts for nothing. */
  typed?: string;
};
export type DraftTeam = { localId: string; competitionId: number; teamName: string; participants: DraftParticipant[] };
/** Address fields by name, as typed; phone as `phoneCountryCode` and `phoneNumber`. */
export type DraftAddress = Record<string, string>;
/** The addresses of an order as they are typed; null: not asked or its box not ticked. */
export type AddressInput = {
  contactAddress: DraftAddress | null;
  deliveryAddress: DraftAddress | null;
  invoiceAddress: DraftAddress | null;
};
