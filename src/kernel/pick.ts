export const pickNamed = <T extends object, S extends object>(record: T, names: S): Pick<T, keyof T & keyof S> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name in names)) as Pick<T, keyof T & keyof S>;

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };
/** Removes undefined values, so that spreading changes only given ones. */
export const withoutUndefined = <T extends object>(input: T): Given<T> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Given<T>;
