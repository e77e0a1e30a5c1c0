import type { FileReaders } from '#src/platform/sandbox/file-kind.ts';

/** What reads the files of people, by the names of their kinds. The process that reads loads no more than one of these. */
export const fileReaders: FileReaders = {
  'bank-file': async () => (await import('#modules/payments/sandbox.ts')).readBankUpload,
  bibs: async () => (await import('#modules/bibs/sandbox.ts')).readBibFile,
  course: async () => (await import('#modules/events/sandbox.ts')).readCourseFile,
  results: async () => (await import('#modules/results/sandbox.ts')).readResultFile,
};
