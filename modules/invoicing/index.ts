export { shownPapers } from './customer/shown-papers.ts';
export { invoicingModule } from './module.ts';
export { issuePaper, type NewPaper } from './papers/issue-paper.ts';
export { drawPaper, paperFile } from './papers/paper-file.tsx';
export { type ListedPaper, listedPapers, shouldSend } from './papers/read-papers.ts';
export { proofPath } from './paths.ts';
export { withoutPayoutAccount } from './payouts/read-missing-accounts.ts';
export { proofAlarmsNow } from './proof/read-alarms.ts';
export { settlementPart } from './settlements/settlement-part.tsx';
