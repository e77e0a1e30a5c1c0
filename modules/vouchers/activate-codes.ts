import type { Work } from '#src/platform/work.ts';
import { turnCodes, type WhichCodes } from './turn-codes.ts';
import type { Editor } from './write-history.ts';

/** Codes that were deactivated are ready again, or used while an order has them. Answers how many turned. */
export const activateCodes = (work: Work, eventId: number, which: WhichCodes, editor: Editor): Promise<number> =>
  turnCodes(work, eventId, which, false, editor);
