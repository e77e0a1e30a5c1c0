import type { Reader, Tx } from './database.ts';
import { wayOf } from './local-session.ts';

/**
 * A repeated statement of the builder whose text is built once per session of the database, because building takes longer than
 * running. Values come by `sql.placeholder`. A server has a session per transaction, so the text is built each time.
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
