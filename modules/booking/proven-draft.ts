import { inArray, or, sql } from 'drizzle-orm';
import { drafts } from './schema.ts';

/**
 * Saved by somebody who had proven the mailbox, or in a visit that has proven it since; anything else may be a stranger's
 * who merely knows the address.
 */
export const isProven = (provenVisits: string[]) =>
  or(sql`json_extract(${drafts.data}, '$.isProven')`, inArray(drafts.visitId, provenVisits));
