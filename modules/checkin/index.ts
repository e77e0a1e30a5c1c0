export { admittedAt, isAdmitted } from './admission.ts';
export { checkinModule } from './module.ts';
export { type NewScan, type RecordedScan, recordScan, type ScannedParticipant } from './record-scan.ts';
export { type ScanConflict, scanConflicts, seeScanConflicts } from './scan-conflicts.ts';
export { type ListedTicket, scanListOf } from './scan-list.ts';
export { ownPagePath } from './ticket.ts';
export { isOurTicket, ticketCodeOf } from './ticket-code-of.ts';
export { ticketFilesOf } from './ticket-pdf.tsx';
export { walletsOfOrder } from './wallets/wallet-links.ts';
