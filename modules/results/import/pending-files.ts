import { pendingUploads } from '#src/files/pending-uploads.ts';

/** A file of results between its preview and its import. */
export const pendingResultFiles = pendingUploads({
  purpose: 'result-import',
  folder: 'result-imports',
  ending: 'table',
  job: 'forget-result-files',
});
