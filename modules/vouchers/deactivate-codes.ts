import type { Work } from '#src/platform/work.ts';
import { turnCodes, type WhichCodes } from './turn-codes.ts';
import type { Editor } from './write-history.ts';

/** Codes that nobody may use from now on; orders that have one keep it. Answers how many turned. */
export const deactivateCodes = (work: Work, eventId: number, which: WhichCodes, editor: Editor): Promise<number> =>
  turnCodes(work, eventId, which, true, editor);
