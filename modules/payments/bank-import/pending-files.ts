import { pendingUploads } from '#src/files/pending-uploads.ts';

/** A bank file between preview and booking. */
const kept = pendingUploads({
  purpose: 'bank-import',
  folder: 'bank-imports',
  ending: 'bank',
  job: 'forget-bank-files',
});

export const storeFile = kept.keep;
export const pendingFile = kept.find;
export const forgetFile = kept.forget;
export const forgetBankFiles = kept.forgetting;
