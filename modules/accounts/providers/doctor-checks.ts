import type { Deps } from '#src/runtime/deps.ts';
import type { DoctorCheck } from '#src/runtime/module.ts';

/** Each provider must publish what it is called (OpenID Connect Discovery); Facebook's own protocol publishes nothing. */
export function loginProviderChecks(deps: Pick<Deps, 'config' | 'fetch'>): DoctorCheck[] {
  const providers = Object.entries(deps.config.oidc);
  if (providers.length === 0) return [{ name: 'login providers', run: async () => 'off' }];
  return providers.map(([name, { issuer, isTest }]) => ({
    name: `login provider ${name.toLowerCase()}`,
    run: async () => {
      if (isTest) return 'built-in test provider';
      const answer = await deps.fetch(`${issuer}/.well-known/openid-configuration`, {
        signal: AbortSignal.timeout(5000),
      });
      if (!answer.ok && name === 'FACEBOOK') return `${issuer} answers`;
      if (!answer.ok)
        throw new Error(`${issuer} publishes no discovery document (${answer.status}): look at OIDC_${name}_ISSUER`);
      const { issuer: called } = (await answer.json()) as { issuer?: unknown };
      const same = typeof called === 'string' && called.replace(/\/$/, '') === issuer;
      if (!same) throw new Error(`${issuer} calls itself ${String(called)}: set that as OIDC_${name}_ISSUER`);
      return `${issuer} answers`;
    },
  }));
}
