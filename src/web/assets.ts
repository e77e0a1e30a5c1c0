import { extname } from 'node:path';
import { themeCss } from '#src/ui/theme.ts';
import { EncodedBody, type Encoding, etagOf } from './encoding.ts';

/** The output of the client build; addresses are absolute paths such as `/assets/main-AB12.css`. */
export type Manifest = {
  runtime: string;
  hydrate: string;
  hydrateDeps: string[];
  islands: Record<string, { src: string; deps: string[] }>;
  css: string;
  /** Additional styles of management and scanner. */
  workCss?: string;
  /** The analytics script, loaded after consent. */
  analytics?: string;
  /** Pictures, icons and fonts by their name under `static/`, such as `pictures/trail.svg`. */
  files: Record<string, string>;
};
export type Asset = { body: EncodedBody; type: string; etag: string };
export type Assets = {
  manifest: Manifest;
  /** The file of an address under `/assets/`, or null. Names carry a hash, so responses may be cached for ever. */
  read(urlPath: string): Promise<Asset | null>;
};

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** The media type of a served file; undefined for others. */
export const typeOfFile = (name: string): string | undefined => types[extname(name)];

/** Suffixes of the compressed files beside each file. */
export const packedEnds: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

const prefix = '/assets/';
/** The style sheet of a white label's accent color is computed (see `themeAddress`). */
const accentName = /^accent-([0-9a-f]{6})\.css$/;
const plainName = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

type Bytes = Uint8Array<ArrayBuffer>;

const assetOf = (body: Bytes, type: string, packed?: (encoding: Encoding) => Promise<Bytes | null>): Asset => ({
  body: new EncodedBody(body, 'once', packed),
  type,
  etag: etagOf(body),
});

/** Assets of a store of named files, cached in memory. `load` returns null for unknown files. */
export function assetsFrom(manifest: Manifest, load: (name: string) => Promise<Bytes | null>): Assets {
  const known = new Map<string, Asset>();
  return {
    manifest,
    async read(urlPath) {
      const name = urlPath.startsWith(prefix) ? urlPath.slice(prefix.length) : '';
      const type = typeOfFile(name);
      if (!plainName.test(name) || !type || name === 'manifest.json') return null;
      const kept = known.get(name);
      if (kept) return kept;
      const accent = accentName.exec(name)?.[1];
      if (accent) return assetOf(new TextEncoder().encode(themeCss(accent)), type);
      const body = await load(name);
      if (!body) return null;
      const asset = assetOf(body, type, (encoding) => load(name + packedEnds[encoding]));
      known.set(name, asset);
      return asset;
    },
  };
}
