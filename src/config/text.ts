export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Env = Readonly<Record<string, string | undefined>>;

export function text(env: Env, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

/** A validated setting, or its default. @throws ConfigError `NAME must …` */
export function checked<Else extends string | null>(
  env: Env,
  name: string,
  fallback: Else,
  isRight: RegExp | ((value: string) => boolean),
  must: string,
): string | Else {
  const raw = text(env, name);
  const value = raw ?? fallback;
  const fits = (given: string) => (typeof isRight === 'function' ? isRight(given) : isRight.test(given));
  if (value !== null && !fits(value)) throw new ConfigError(`${name} ${must}`);
  return raw ?? fallback;
}

/** Settings that are given together or not at all. @throws ConfigError */
export function allSetOrNone(env: Env, names: readonly string[], required: readonly string[]): boolean {
  const given = names.filter((name) => text(env, name) !== null);
  if (given.length === 0) return false;
  const missing = required.find((name) => text(env, name) === null);
  if (missing) throw new ConfigError(`${missing} is missing, but ${given[0]} is set`);
  return true;
}

/** @throws ConfigError */
export function wholeNumber(env: Env, name: string, fallback: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === null) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}"`);
  }
  return number;
}
