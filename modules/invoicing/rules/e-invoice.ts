import type { PaperData } from './paper.ts';

/**
 * What a paper lacks to be an EN 16931 invoice. Small amounts may lack recipient and seller's number; the law allows
 * such papers without an electronic invoice.
 */
export function lackingForEInvoice({ seller, buyer, lines }: PaperData): string[] {
  const missing: string[] = [];
  if (!seller.countryCode) missing.push('seller.countryCode');
  if (!seller.vatId && !seller.taxNumber) missing.push('seller.vatId');
  if (!buyer?.name) missing.push('buyer.name');
  if (!buyer?.countryCode) missing.push('buyer.countryCode');
  if (lines.length === 0) missing.push('lines');
  if (lines.some(({ category }) => category === 'O') && lines.some(({ category }) => category !== 'O'))
    missing.push('lines.category');
  return missing;
}
export const isEInvoice = (data: PaperData): boolean => lackingForEInvoice(data).length === 0;
