import { randomUUID } from 'node:crypto';
import { Problem } from '#src/kernel/problem.ts';
import { Drawer } from '#src/runtime/processes/drawer.ts';
import { WorkerProcess } from '#src/runtime/processes/worker-process.ts';
import type { LateIsland } from '#src/ui/page.tsx';
import { islandWork } from '#src/web/island-child.ts';
import { islandsOfChildProcess } from './islands-elsewhere.ts';

/** The hidden command of the process that renders islands. */
export const islandCommand = 'render-islands';

/** Each island depends on its page's time, so caching is useless. */
const maxCachedBytes = 0;

const renderer = new Drawer(
  new WorkerProcess({ command: islandCommand, entry: new URL('./island-child.entry.ts', import.meta.url) }),
  maxCachedBytes,
);

type Part = { mark: string; html: Promise<Uint8Array> };

/** The large islands of one page. Another process renders each, and `fill` puts it where its mark stands. `by`: the visit. */
export class LateIslands {
  readonly #parts: Part[] = [];

  constructor(private readonly by: string | null) {}

  readonly place = ({ name, prefix, json, render }: LateIsland): string | null => {
    if (!(name in islandsOfChildProcess)) return null;
    const html = renderer.draw(this.by, islandWork(name, prefix, json)).catch((error: unknown) => {
      if (error instanceof Problem) throw error;
      // Falls back to this process, so that the visitor gets the page.
      return new TextEncoder().encode(render());
    });
    html.catch(() => undefined);
    const mark = `<!--${randomUUID()}-->`;
    this.#parts.push({ mark, html });
    return mark;
  };

  /** @throws Problem TOO_MANY_REQUESTS when the same visit waits for too many already */
  async fill(page: Response): Promise<Response> {
    if (this.#parts.length === 0) return page;
    const pieces: BlobPart[] = [];
    let rest = await page.text();
    for (const { mark, html } of this.#parts) {
      const at = rest.indexOf(mark);
      pieces.push(rest.slice(0, at), (await html) as Uint8Array<ArrayBuffer>);
      rest = rest.slice(at + mark.length);
    }
    const { status, headers } = page;
    return new Response(new Blob([...pieces, rest]), { status, headers });
  }
}
