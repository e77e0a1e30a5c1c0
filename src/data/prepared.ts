import type { Reader, Tx } from './database.ts';
import { wayOf } from './local-session.ts';

/**
 * A statement of the builder that is asked again and again: its text is made once for each way to the database, which
 * takes longer than running it. Its values come by `sql.placeholder`. A server has a way of its own for each transaction,
 * so there it is made each time.
 */
export function prepared<Statement>(
  build: (reader: Reader | Tx) => { prepare(): Statement },
): (reader: Reader | Tx) => Statement {
  const made = new WeakMap<object, Statement>();
  return (reader) => {
    const way = wayOf(reader);
    const known = way && made.get(way);
    if (known) return known;
    const statement = build(reader).prepare();
    if (way) made.set(way, statement);
    return statement;
  };
}
