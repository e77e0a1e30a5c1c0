/** What a record has of the names in `names`, such as the fields of an answer. */
export const pickNamed = <T extends object, S extends object>(record: T, names: S): Pick<T, keyof T & keyof S> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name in names)) as Pick<T, keyof T & keyof S>;

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };
/** Without what is undefined, so that spreading it changes only what is given. */
export const given = <T extends object>(input: T): Given<T> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Given<T>;
