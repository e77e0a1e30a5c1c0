/** The built-in identity provider on a loopback port. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { makeOpenIdProvider, type OpenIdProvider } from '#dev/openid-provider/provider.ts';
import { type Clock, instant } from '#src/kernel/time.ts';

export const providerKinds = {
  google: 'openid',
  apple: 'openid',
  facebook: 'facebook',
  bku: 'openid',
  moped: 'openid',
  risi: 'openid',
} as const;
export type SimulatedName = keyof typeof providerKinds;
const client = { id: 'the-shop', secret: 'a:secret/with+signs' };

export type Simulator = {
  env: Record<string, string>;
  clientId: string;
  issuer(name: SimulatedName): string;
  /** Connects the provider to its shop. */
  connect(shop: { publicUrl: string; clock?: Clock }): void;
  provider(name: SimulatedName): OpenIdProvider;
  /** Path and query of requests, newest last. */
  requests: string[];
  stop(): Promise<void>;
};

/** `kinds` changes a provider's protocol. */
export async function startSimulator(
  kinds: Partial<Record<SimulatedName, 'openid' | 'facebook'>> = providerKinds,
): Promise<Simulator> {
  const providers = new Map<string, OpenIdProvider>();
  const requests: string[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(incoming.url ?? '');
    const provider = providers.get(incoming.url?.split('/')[1] ?? '');
    if (provider) void pass(provider, incoming, outgoing, origin);
    else outgoing.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const origin = `http://127.0.0.1:${address.port}`;
  const issuer = (name: SimulatedName) => `${origin}/${name}`;
  const names = Object.keys(kinds) as SimulatedName[];
  return {
    requests,
    issuer,
    clientId: client.id,
    env: Object.fromEntries(
      names.flatMap((name) => {
        const prefix = `OIDC_${name.toUpperCase()}`;
        return [
          [`${prefix}_ISSUER`, issuer(name)],
          [`${prefix}_CLIENT_ID`, client.id],
          [`${prefix}_CLIENT_SECRET`, client.secret],
        ];
      }),
    ),
    connect({ publicUrl, clock = () => instant(Date.now()) }) {
      for (const name of names) {
        providers.set(
          name,
          makeOpenIdProvider({
            issuer: issuer(name),
            kind: kinds[name] ?? 'openid',
            name: name.charAt(0).toUpperCase() + name.slice(1),
            client,
            redirectUri: `${publicUrl}/auth/callback/${name}`,
            clock,
          }),
        );
      }
    },
    provider(name) {
      const provider = providers.get(name);
      if (!provider) throw new Error(`${name} is not connected`);
      return provider;
    },
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function pass(
  provider: OpenIdProvider,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const method = incoming.method ?? 'GET';
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const body = Buffer.concat(parts);
  const request = new Request(`${origin}${incoming.url}`, {
    method,
    headers,
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  });
  const answer = await provider.fetch(request);
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  outgoing.end(Buffer.from(await answer.arrayBuffer()));
}
