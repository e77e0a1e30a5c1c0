import { describeError, type Log } from '#src/runtime/log.ts';

export type Serving = {
  /** The actual port, when 0 was asked for. */
  port: number;
  /** Stops accepting connections, waits at most `milliseconds` for running requests and closes the rest. */
  stop(milliseconds: number): Promise<void>;
};
export type ServeOptions = {
  host: string;
  port: number;
  fetch(request: Request, info: { readonly remoteAddress?: string }): Promise<Response> | Response;
  log: Log;
};

/** The largest upload is 64 MB (imports), plus the other fields of the form. */
const maxRequestBodyBytes = 72 * 1024 * 1024;
/** Closes idle connections, so that slow clients cannot hold the server. */
const idleTimeoutSeconds = 60;

/** The origin of a request without a host. */
const nameless = 'http://localhost';

/** The client's address, looked up only when needed. */
class Peer {
  #address: string | null = null;
  constructor(
    private readonly request: Request,
    private readonly server: Bun.Server<undefined>,
  ) {}
  get remoteAddress(): string {
    this.#address ??= this.server.requestIP(this.request)?.address ?? '';
    return this.#address;
  }
}

/** @throws when the address is taken or not ours. */
export function serve({ host, port, fetch, log }: ServeOptions): Serving {
  const server = Bun.serve({
    hostname: host,
    port,
    idleTimeout: idleTimeoutSeconds,
    maxRequestBodySize: maxRequestBodyBytes,
    development: false,
    // Otherwise a second server could share the port in production.
    reusePort: false,
    fetch(request, self) {
      const peer = new Peer(request, self);
      if (URL.canParse(request.url)) return fetch(request, peer);
      // HTTP/1.0 health checks may send no host.
      const here = nameless + request.url;
      if (!request.headers.has('host') && URL.canParse(here)) return fetch(new Request(here, request), peer);
      return new Response('Bad Request', { status: 400 });
    },
    error(error) {
      // The app answers its own errors; these are outside of it and not revealed.
      log.error('request failed outside the app', describeError(error));
      return new Response('Internal Server Error', { status: 500 });
    },
  });
  return {
    port: server.port ?? port,
    async stop(milliseconds) {
      const finished = server.stop();
      const tooLate = Promise.withResolvers<void>();
      const timer = setTimeout(tooLate.resolve, milliseconds);
      await Promise.race([finished, tooLate.promise]);
      clearTimeout(timer);
      await server.stop(true);
    },
  };
}
