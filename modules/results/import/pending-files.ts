import { pendingUploads } from '#src/files/pending-uploads.ts';

/** A results file between preview and import. */
export const pendingResultFiles = pendingUploads({
  purpose: 'result-import',
  folder: 'result-imports',
  ending: 'table',
  job: 'forget-result-files',
});
