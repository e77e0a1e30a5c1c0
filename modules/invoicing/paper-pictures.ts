import type { Files } from '#src/files/files.ts';

/** Pictures of papers lie apart from those of events: other rules say how long they stay. */
export const paperPictures = (files: Files): Files => files.within('paper-pictures');
