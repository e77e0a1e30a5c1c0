import type { Reader, Tx } from './database.ts';

/**
 * A repeated statement of the builder whose text is built once per reader, because building takes longer than running. Values
 * come by `sql.placeholder`. A transaction builds it anew.
 */
export function prepared<Statement>(
  build: (reader: Reader | Tx) => { prepare(): Statement },
): (reader: Reader | Tx) => Statement {
  const built = new WeakMap<object, Statement>();
  return (reader) => {
    const known = built.get(reader) ?? build(reader).prepare();
    built.set(reader, known);
    return known;
  };
}
