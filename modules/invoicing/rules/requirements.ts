import { isPostal } from '#modules/organizers/rules/address.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { totalOf } from './billing.ts';
import type { DraftLine, PaperParty } from './paper.ts';
import { isSmallAmount, needsSellersNumber } from './tax-law.ts';

type Said = { seller: PaperParty; buyer: PaperParty; lines: readonly DraftLine[]; on: CalendarDate };
export type Missing = 'sellerAddress' | 'sellerTaxId' | 'buyerAddress' | null;

const hasAddress = (party: PaperParty): boolean => party.name.trim() !== '' && isPostal(party);

/** By the law of the seller's country. Small amounts need neither recipient nor tax number. */
export function missingOf({ seller, buyer, lines, on }: Said): Missing {
  if (!hasAddress(seller)) return 'sellerAddress';
  if (isSmallAmount(seller.countryCode, totalOf(lines), on)) return null;
  const isTaxed = lines.some(({ category }) => category === 'S');
  if (!seller.vatId && !seller.taxNumber && needsSellersNumber(seller.countryCode, isTaxed)) return 'sellerTaxId';
  return hasAddress(buyer) && buyer.street?.trim() ? null : 'buyerAddress';
}
