import { describeError, type Log } from '#src/runtime/log.ts';

export type Serving = {
  /** The port that was really taken, which matters when 0 was asked for. */
  port: number;
  /** Takes no new connection, lets running requests finish for at most `milliseconds`, then closes what is left. */
  stop(milliseconds: number): Promise<void>;
};
export type ServeOptions = {
  host: string;
  port: number;
  fetch(request: Request, info: { readonly remoteAddress?: string }): Promise<Response> | Response;
  log: Log;
};

/** The largest upload is 64 MB (imports); the rest is room for the other fields of the form. */
const maxRequestBodyBytes = 72 * 1024 * 1024;
/** A connection on which nothing moves this long is closed, so that slow clients cannot hold the server. */
const idleTimeoutSeconds = 60;

/** Where a request goes that names no host. */
const nameless = 'http://localhost';

/** Pages that are ready for everybody do not ask who it is. */
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
    // Without this, Bun in production lets a second server take the same port, and both answer in turns.
    reusePort: false,
    fetch(request, self) {
      const peer = new Peer(request, self);
      if (URL.canParse(request.url)) return fetch(request, peer);
      // Before HTTP/1.1 nobody had to name a host, and some who only look whether a server is alive still do not.
      const here = nameless + request.url;
      if (!request.headers.has('host') && URL.canParse(here)) return fetch(new Request(here, request), peer);
      return new Response('Bad Request', { status: 400 });
    },
    error(error) {
      // The app answers its own errors; what arrives here broke before or behind it, and the client learns nothing of it.
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
