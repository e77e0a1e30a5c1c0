import type { FileReaders } from '#src/files/sandbox/file-kind.ts';

/** Readers of uploaded files, by kind. The sandbox process loads one of them. */
export const fileReaders: FileReaders = {
  'bank-file': async () => (await import('#modules/payments/sandbox.ts')).readBankUpload,
  bibs: async () => (await import('#modules/bibs/sandbox.ts')).readBibFile,
  course: async () => (await import('#modules/events/sandbox.ts')).readCourseFile,
  participants: async () => (await import('#modules/participant-imports/sandbox.ts')).readParticipantList,
  results: async () => (await import('#modules/results/sandbox.ts')).readResultFile,
};
