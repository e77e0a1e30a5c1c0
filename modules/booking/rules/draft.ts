import type { AddressInput, DraftTeam } from '#modules/orders/rules/draft.ts';
import type { Changed } from './draft-tabs.ts';

/** Input of a visit for one event, not ordered yet. */
export type DraftData = AddressInput & {
  teams: DraftTeam[];
  protectionIds: number[];
  voucherCodes: string[];
  codeInput: string;
  /** An empty list was emptied by the visitor, not never filled. */
  hadPeople?: boolean;
  version?: number;
  /** Time of the latest edit or removal by person (`draft-tabs.ts`); late posts change nothing newer. */
  changed?: Changed;
  /** Confirmed not to be duplicates. */
  apart?: string[];
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

export const protectionName = (id: number): string => `protection.${id}`;
export const chosenProtections = (form: FormData, offers: readonly { id: number }[]): number[] =>
  offers.map(({ id }) => id).filter((id) => form.has(protectionName(id)));

/** The form of another step contains these boxes too. */
export const visibleProtections = 'protections';
