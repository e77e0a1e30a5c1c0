import { createHash } from 'node:crypto';
import type { Clock } from '#src/kernel/time.ts';
import type { AppContext } from '#src/platform/http.ts';

type Rendering = {
  until: number;
  page: Promise<{ status: number; headers: [string, string][]; body: Uint8Array<ArrayBuffer>; etag: string }>;
};

const freshMs = 500;
const most = 2000;

/**
 * Pages that look the same for everyone without a session are rendered once and served to all for half a second, so a
 * changed price shows within a second while sale day costs one rendering and not ten thousand.
 */
export class SharedPages {
  readonly #renderings = new Map<string, Rendering>();
  constructor(private readonly clock: Clock) {}

  async serve(context: AppContext, render: () => Promise<Response>): Promise<Response> {
    const url = new URL(context.req.url);
    const key = `${context.var.words.locale}|${url.pathname}${url.search}`;
    const now = this.clock();
    let rendering = this.#renderings.get(key);
    if (!rendering || rendering.until <= now) {
      if (this.#renderings.size >= most) this.#renderings.clear();
      rendering = { until: now + freshMs, page: kept(render()) };
      this.#renderings.set(key, rendering);
      rendering.page.catch(() => this.#renderings.delete(key));
    }
    const page = await rendering.page;
    const headers = new Headers(page.headers);
    headers.set('etag', page.etag);
    headers.set('cache-control', 'no-cache');
    headers.set('vary', 'accept-language, cookie');
    if (context.req.header('if-none-match') === page.etag) return new Response(null, { status: 304, headers });
    return new Response(page.body, { status: page.status, headers });
  }

  /** Called when an event changed in this process, so that its organizer sees the change at once. */
  forget(): void {
    this.#renderings.clear();
  }
}

async function kept(response: Promise<Response>) {
  const answer = await response;
  const body = new Uint8Array(await answer.arrayBuffer());
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie');
  return { status: answer.status, headers, body, etag };
}
