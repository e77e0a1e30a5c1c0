import type { Work } from '#src/data/work.ts';
import { withCents } from '#src/kernel/money.ts';
import { changeRecord, createRecord } from '../records/save.ts';
import type { ProtectionInput } from '../shapes.ts';

export const createProtection = (
  work: Work,
  eventId: number,
  input: ProtectionInput & { title: string },
): Promise<number> => createRecord(work, 'protection', eventId, () => ({ ...withCents(input, ['price']), eventId }));

export const updateProtection = (work: Work, protectionId: number, input: ProtectionInput): Promise<void> =>
  changeRecord(work, 'protection', protectionId, async () => withCents(input, ['price']));
