export { shownPapers } from './customer/shown-papers.ts';
export { invoicingModule } from './module.ts';
export { issuePaper, type NewPaper } from './papers/issue-paper.ts';
export { type ListedPaper, listedPapers, shouldSend } from './papers/listed-papers.ts';
export { drawPaper, paperFile } from './papers/paper-file.tsx';
export { proofPath } from './paths.ts';
export { proofAlarmsNow } from './proof/read-alarms.ts';
export { settlementPart } from './settlements/settlement-part.tsx';
