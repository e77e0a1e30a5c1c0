import { type ListedPaper, listedPapers, shouldSend } from '#modules/invoicing/index.ts';
import type { Reader } from '#src/data/database.ts';
import type { FileColumn } from '#src/files/tables/cells.ts';
import { toIso } from '#src/kernel/time.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { type DaySpan, instantsOf } from '../rules/span.ts';

type PaperQuery = DaySpan & { kind: 'customer-invoices' | 'organizer-invoices'; eventId: number | null };
type PaperRow = ListedPaper & { shouldSendEmail: boolean };

/** By day of issue: organizers' invoices to customers, or the platform's to organizers. */
export async function paperRows(reader: Reader, { kind, eventId, ...days }: PaperQuery): Promise<PaperRow[]> {
  const sellerKind = kind === 'customer-invoices' ? 'organizer' : 'platform';
  const papers = await listedPapers(reader, { sellerKind, eventId, ...instantsOf(days, defaultTimeZone) });
  return papers.map((paper) => ({ ...paper, shouldSendEmail: shouldSend(paper, sellerKind) }));
}

export const paperColumns: readonly FileColumn<PaperRow>[] = [
  { title: 'id', kind: 'number', of: (row) => row.id },
  { title: 'number', kind: 'text', of: (row) => row.number },
  { title: 'organizerId', kind: 'number', of: (row) => row.organizerId },
  { title: 'organizerName', kind: 'text', of: (row) => row.organizerName },
  { title: 'eventId', kind: 'number', of: (row) => row.eventId },
  { title: 'orderId', kind: 'number', of: (row) => row.orderId },
  { title: 'kind', kind: 'text', of: (row) => row.kind },
  { title: 'total', kind: 'money', of: (row) => row.total },
  { title: 'createdAt', kind: 'text', of: (row) => toIso(row.issuedAt) },
  { title: 'fromDate', kind: 'date', of: (row) => row.fromDate },
  { title: 'toDate', kind: 'date', of: (row) => row.toDate },
  { title: 'sentEmailAddress', kind: 'text', of: (row) => row.sentTo },
  { title: 'shouldSendEmail', kind: 'text', of: (row) => String(row.shouldSendEmail) },
];
