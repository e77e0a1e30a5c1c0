import { keptUploads } from '#src/platform/kept-uploads.ts';

/** A file of results between its preview and its import. */
export const keptResultFiles = keptUploads({
  purpose: 'result-import',
  folder: 'result-imports',
  ending: 'table',
  job: 'forget-result-files',
});
