import { isNotNull } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import type { Clock, Instant } from '#src/kernel/time.ts';
import { seconds } from '#src/kernel/time.ts';
import type { Site } from '#src/web/http.ts';
import { hostNameIn } from './rules/host-name.ts';
import { organizers } from './schema.ts';

type CachedSites = { at: Instant; sites: ReadonlyMap<string, Site> };

/** Another process may change host names. */
const cacheMs = seconds(5);

/** PUBLIC_URL with another host name. */
export function originUnder(publicUrl: string, hostName: string): string {
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${hostName}${port ? `:${port}` : ''}`;
}

/** Host names of organizers, cached for a moment. The one of PUBLIC_URL always belongs to the platform. */
export class Sites {
  readonly #own: string;
  #known: CachedSites | null = null;
  #last = { header: '', name: '' };
  constructor(private readonly deps: { read: Reader; clock: Clock; publicUrl: string }) {
    this.#own = new URL(deps.publicUrl).hostname;
  }

  /** By the `Host` header; '' for the platform, null before the first lookup. */
  nameOf(host: string | null): string | null {
    const name = this.#nameIn(host ?? '');
    if (name === this.#own) return '';
    const cached = this.#fresh();
    return cached && (cached.sites.has(name) ? name : '');
  }

  /** Consecutive requests often have the same header. */
  #nameIn(header: string): string {
    if (this.#last.header !== header) this.#last = { header, name: hostNameIn(header) };
    return this.#last.name;
  }

  /** Null for the platform, which also serves unknown host names. */
  async at(host: string | undefined): Promise<Site | null> {
    const name = hostNameIn(host ?? '');
    if (name === '' || name === this.#own) return null;
    const { sites } = this.#fresh() ?? (await this.#look());
    return sites.get(name) ?? null;
  }

  forget(): void {
    this.#known = null;
  }

  #fresh(): CachedSites | null {
    const cached = this.#known;
    return cached && Math.abs(this.deps.clock() - cached.at) < cacheMs ? cached : null;
  }

  async #look(): Promise<CachedSites> {
    const at = this.deps.clock();
    const rows = await this.deps.read.select().from(organizers).where(isNotNull(organizers.hostName));
    const sites = rows.flatMap(({ id, hostName, whiteLabel, name, accentColor, logo }): [string, Site][] =>
      hostName === null
        ? []
        : [
            [
              hostName,
              {
                hostName,
                origin: originUnder(this.deps.publicUrl, hostName),
                organizerId: id,
                label: { name: whiteLabel ?? name, accent: accentColor, logo },
              },
            ],
          ],
    );
    this.#known = { at, sites: new Map(sites) };
    return this.#known;
  }
}
