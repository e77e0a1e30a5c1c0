import { isNotNull } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import type { Clock, Instant } from '#src/kernel/time.ts';
import { seconds } from '#src/kernel/time.ts';
import type { Site } from '#src/web/http.ts';
import { hostNameIn } from './rules/host-name.ts';
import { organizers } from './schema.ts';

type Known = { at: Instant; sites: ReadonlyMap<string, Site> };

/** Another process may have given a name or taken one away. */
const knownForMs = seconds(5);

/** The address of the shop under a host name: all else of it is as in PUBLIC_URL. */
export function originUnder(publicUrl: string, hostName: string): string {
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${hostName}${port ? `:${port}` : ''}`;
}

/**
 * The host names of organizers, kept for a moment, for every request asks. The name of PUBLIC_URL is the house's, whatever
 * somebody entered.
 */
export class Sites {
  readonly #own: string;
  #known: Known | null = null;
  #last = { header: '', name: '' };
  constructor(private readonly deps: { read: Reader; clock: Clock; publicUrl: string }) {
    this.#own = new URL(deps.publicUrl).hostname;
  }

  /** By the header `host`: the name of a site, '' for the house; null while nobody has looked. */
  nameOf(host: string | null): string | null {
    const name = this.#nameIn(host ?? '');
    if (name === this.#own) return '';
    const known = this.#fresh();
    return known && (known.sites.has(name) ? name : '');
  }

  /** Most requests say what the one before said. */
  #nameIn(header: string): string {
    if (this.#last.header !== header) this.#last = { header, name: hostNameIn(header) };
    return this.#last.name;
  }

  /** The site that a request is for; null for the house, which also answers to every name that nobody has. */
  async at(host: string | undefined): Promise<Site | null> {
    const name = hostNameIn(host ?? '');
    if (name === '' || name === this.#own) return null;
    const { sites } = this.#fresh() ?? (await this.#look());
    return sites.get(name) ?? null;
  }

  forget(): void {
    this.#known = null;
  }

  #fresh(): Known | null {
    const known = this.#known;
    return known && Math.abs(this.deps.clock() - known.at) < knownForMs ? known : null;
  }

  async #look(): Promise<Known> {
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
