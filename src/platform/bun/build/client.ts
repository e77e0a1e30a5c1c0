import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import type { Manifest } from '../../assets.ts';
import { reactByName } from './react-by-name.ts';
import { tighten } from './tighten.ts';

const out = 'dist/assets';

/** How everything is written that runs in a browser. */
export const forBrowsers = {
  bundle: true,
  format: 'esm',
  minify: true,
  jsx: 'automatic',
  target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;
const urlOf = (outputPath: string) => `/${relative('dist', outputPath)}`;

/**
 * Bundles the islands, their runtime and the style sheet, and copies pictures, icons and fonts, all with a hash in their
 * names, into `dist/assets` beside `manifest.json`. Works with no island at all.
 */
export async function buildClient(): Promise<void> {
  mkdirSync(out, { recursive: true });
  const { metafile } = await build({
    entryPoints: {
      ...islandEntries(),
      runtime: 'islands/runtime.ts',
      hydrate: 'islands/hydrate.tsx',
      analytics: 'islands/analytics.ts',
      main: 'static/css/main.css',
    },
    ...forBrowsers,
    plugins: [reactByName],
    splitting: true,
    outdir: out,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file', '.svg': 'file', '.png': 'file', '.wasm': 'file' },
    metafile: true,
  });
  for (const path of Object.keys(metafile.outputs)) if (path.endsWith('.js')) await tighten(path);
  const manifest = manifestOf(metafile);
  const kept = new Set([...Object.keys(metafile.outputs).map((path) => basename(path)), 'manifest.json']);
  for (const [name, file] of staticFiles('static')) {
    if (name.startsWith('css/')) continue;
    const address = copyHashed(file);
    manifest.files[name] = urlOf(address);
    kept.add(basename(address));
  }
  writeFileSync(join(out, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  // Stale files go last, so that a server that still runs on the old manifest is not robbed before the new one is there.
  for (const name of readdirSync(out)) if (!kept.has(name)) rmSync(join(out, name), { recursive: true });
}

function islandEntries(): Record<string, string> {
  const files = existsSync('islands') ? readdirSync('islands') : [];
  const islands = files.filter((file) => /^[\w-]+\.tsx$/.test(file) && file !== 'hydrate.tsx');
  return Object.fromEntries(islands.map((file) => [basename(file, '.tsx'), `islands/${file}`]));
}

function manifestOf(metafile: Metafile): Manifest {
  const manifest: Manifest = { runtime: '', hydrate: '', hydrateDeps: [], islands: {}, css: '', files: {} };
  for (const [path, output] of Object.entries(metafile.outputs)) {
    if (path.endsWith('.woff2')) {
      const input = Object.keys(output.inputs)[0] ?? path;
      manifest.files[`fonts/${basename(input)}`] = urlOf(path);
    }
    if (!output.entryPoint) continue;
    const name = basename(output.entryPoint, extname(output.entryPoint));
    const deps = staticImports(metafile, path).map(urlOf);
    if (output.entryPoint.endsWith('.css')) manifest.css = urlOf(path);
    else if (name === 'analytics') manifest.analytics = urlOf(path);
    else if (name === 'runtime') manifest.runtime = urlOf(path);
    else if (name === 'hydrate') Object.assign(manifest, { hydrate: urlOf(path), hydrateDeps: deps });
    else manifest.islands[name] = { src: urlOf(path), deps };
  }
  return manifest;
}

/** Everything a script imports before it runs, which is what a page may load ahead. */
function staticImports(metafile: Metafile, path: string): string[] {
  const found = new Set<string>();
  const walk = (from: string) => {
    for (const imported of metafile.outputs[from]?.imports ?? []) {
      if (imported.kind !== 'import-statement' || found.has(imported.path)) continue;
      found.add(imported.path);
      walk(imported.path);
    }
  };
  walk(path);
  return [...found];
}

function* staticFiles(folder: string): Generator<[name: string, file: string]> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    // The pictures of the README are for readers of the code.
    if (file === join('static', 'readme')) continue;
    if (entry.isDirectory()) yield* staticFiles(file);
    else yield [relative('static', file), file];
  }
}

function copyHashed(file: string): string {
  const body = readFileSync(file);
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 10);
  const extension = extname(file);
  const target = join(out, `${basename(file, extension)}-${hash}${extension}`);
  writeFileSync(target, body);
  return target;
}
