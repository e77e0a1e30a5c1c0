import { fromList } from '#src/data/hot-statements.ts';

/**
 * Saved with a proven mailbox, or in a visit that has proven it since; anything else may come from a stranger who
 * knows the address.
 */
export const isProven = `(json_extract(data, '$.isProven') or visit_id in ${fromList})`;
