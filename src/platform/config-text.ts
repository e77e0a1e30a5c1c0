/** One clear line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Env = Readonly<Record<string, string | undefined>>;

export function text(env: Env, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

/**
 * All of a group, or none of it.
 * @throws ConfigError
 */
export function together(env: Env, names: readonly string[], required: readonly string[]): boolean {
  const given = names.filter((name) => text(env, name) !== null);
  if (given.length === 0) return false;
  const missing = required.find((name) => text(env, name) === null);
  if (missing) throw new ConfigError(`${missing} is missing, but ${given[0]} is set`);
  return true;
}
