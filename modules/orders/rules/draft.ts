import type { Cents } from '#src/kernel/money.ts';
import type { ParticipantInput } from './participant.ts';

/** Input of a visitor as typed, unchecked. A check turns it into a `Booking`. */
export type DraftParticipant = ParticipantInput & {
  localId: string;
  fields: Record<string, string>;
  articles: DraftArticle[];
  /** Asked about articles and declined. */
  declined?: boolean;
};
export type DraftArticle = {
  uniqueLocalId: string;
  articleId: number;
  variantId: number;
  quantity: number;
  unitPrice: Cents | null;
  /** Unreadable number or amount as typed; the choice is ignored. */
  typed?: string;
};
export type DraftTeam = { localId: string; competitionId: number; teamName: string; participants: DraftParticipant[] };
/** By field name; phone as `phoneCountryCode` and `phoneNumber`. */
export type DraftAddress = Record<string, string>;
/** Typed addresses; null: not asked or not ticked. */
export type AddressInput = {
  contactAddress: DraftAddress | null;
  deliveryAddress: DraftAddress | null;
  invoiceAddress: DraftAddress | null;
};
