import type { Files } from '#src/files/files.ts';

/** A folder of their own, because they are retained longer than pictures of events. */
export const paperPictures = (files: Files): Files => files.within('paper-pictures');
