import { fromList } from '#src/data/hot-statements.ts';

/**
 * Saved by somebody who had proven the mailbox, or in a visit (of the list) that has proven it since; anything else may be
 * a stranger's who merely knows the address.
 */
export const isProven = `(json_extract(data, '$.isProven') or visit_id in ${fromList})`;
