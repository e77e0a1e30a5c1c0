import type { AddressInput, DraftTeam } from '#modules/orders/rules/draft.ts';
import type { Changed } from './draft-tabs.ts';

/** What a visitor has typed for one event and not ordered yet. */
export type DraftData = AddressInput & {
  teams: DraftTeam[];
  protectionIds: number[];
  voucherCodes: string[];
  /** What stands in the field of the voucher box and was not redeemed. */
  codeInput: string;
  /** Somebody was entered once: an empty list of people was emptied, and is not waiting for any. */
  hadPeople?: boolean;
  /** Counts the states. */
  version?: number;
  /** When who was typed or taken out last (`draft-tabs.ts`), so that what a page keeps late changes nothing newer. */
  changed?: Changed;
  /** Entries of one name in one competition that were said to be another person. */
  apart?: string[];
  /** Whoever saved it last had proven the mailbox; else it may be a stranger's who typed the address. */
  isProven?: boolean;
};
export const emptyDraft: DraftData = {
  teams: [],
  protectionIds: [],
  contactAddress: null,
  deliveryAddress: null,
  invoiceAddress: null,
  voucherCodes: [],
  codeInput: '',
};
