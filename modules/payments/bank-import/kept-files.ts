import { keptUploads } from '#src/files/pending-uploads.ts';

/** A bank's file between its preview and its booking. */
const kept = keptUploads({
  purpose: 'bank-import',
  folder: 'bank-imports',
  ending: 'bank',
  job: 'forget-bank-files',
});

export const keepFile = kept.keep;
export const keptFile = kept.find;
export const forgetFile = kept.forget;
export const forgetBankFiles = kept.forgetting;
