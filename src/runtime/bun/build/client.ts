import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { present } from '#src/kernel/assert.ts';
import type { Manifest } from '#src/web/assets.ts';
import { packFiles } from './pack.ts';
import { removeUnusedBytes } from './tighten.ts';

const out = 'dist/assets';

/** Build options for browser code. */
export const forBrowsers = {
  bundle: true,
  format: 'esm',
  minify: true,
  jsx: 'automatic',
  target: ['es2022', 'chrome111', 'firefox114', 'safari16.4'],
  // React's developer tools are for development only.
  define: { 'process.env.NODE_ENV': '"production"', __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;
const urlOf = (outputPath: string) => `/${relative('dist', outputPath)}`;

const named = {
  ...forBrowsers,
  outdir: out,
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  assetNames: '[name]-[hash]',
  metafile: true,
} as const satisfies BuildOptions;
/** The booking steps are a separate bundle, because shared chunks compress less well. */
const alone = 'BookingStep';
/**
 * Rules that the booking step needs only after a touch. Few are needed earlier, and those are in both bundles; a shared chunk
 * would load with the page.
 */
const late = 'step-rules';

/**
 * Bundles islands, runtime and style sheet and copies static files, all with hashed names, to `dist/assets` beside
 * `manifest.json`. React is only in the script that hydrates the islands.
 */
export async function buildClient(): Promise<void> {
  mkdirSync(out, { recursive: true });
  const { metafile: first } = await build({ ...named, entryPoints: { hydrate: 'islands/hydrate.tsx' } });
  const hydrate = present(Object.keys(first.outputs)[0], 'the script that hydrates the islands was written');
  const withReact = { ...named, plugins: [reactFrom(hydrate)] } satisfies BuildOptions;
  const { [alone]: steps = '', ...islands } = islandEntries();
  const names = first.outputs[hydrate]?.exports ?? [];
  const { metafile: touched } = await build({
    ...named,
    entryPoints: { [late]: `islands/booking/${late}.ts` },
    splitting: true,
  });
  const rules = present(
    Object.keys(touched.outputs).find((path) => basename(path).startsWith(late)),
    'the rules of the steps were written',
  );
  const { metafile: second } = await build({
    ...named,
    plugins: [foundIn(rules, `./${late}.ts`), askingOnce(hydrate, names), reactFrom(hydrate)],
    entryPoints: { [alone]: steps },
    splitting: true,
  });
  const { metafile: third } = await build({
    ...withReact,
    entryPoints: {
      ...islands,
      runtime: 'islands/runtime.ts',
      analytics: 'islands/analytics.ts',
      main: 'static/css/main.css',
      work: 'static/css/work.css',
    },
    splitting: true,
    loader: { '.woff2': 'file', '.svg': 'file', '.png': 'file', '.wasm': 'file' },
  });
  const outputs = { ...first.outputs, ...touched.outputs, ...second.outputs, ...third.outputs };
  requireKnownNames(names, Object.keys(outputs), basename(hydrate));
  for (const path of Object.keys(outputs)) if (path.endsWith('.js')) await removeUnusedBytes(path);
  const manifest = manifestOf(outputs);
  const kept = new Set([...Object.keys(outputs).map((path) => basename(path)), 'manifest.json']);
  for (const [name, file] of staticFiles('static')) {
    if (name.startsWith('css/')) continue;
    const address = copyHashed(file);
    manifest.files[name] = urlOf(address);
    kept.add(basename(address));
  }
  await packFiles(out, [...kept]);
  writeFileSync(join(out, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  // Stale files are removed last, because a running server may still use the old manifest.
  for (const name of readdirSync(out))
    if (!kept.has(name.replace(/\.(br|gz)$/, ''))) rmSync(join(out, name), { recursive: true });
}

/** Resolves a module to a file of another build. */
const foundIn = (file: string, name: string): Plugin => ({
  name: 'found',
  setup(bundling) {
    const place = { path: `./${basename(file)}`, external: true };
    bundling.onResolve({ filter: /^\./ }, ({ path }) => (path === name ? place : undefined));
  },
});

/** Resolves React and the hydrating script to one file. */
const reactFrom = (hydrate: string): Plugin => ({
  name: 'react',
  setup(bundling) {
    const place = { path: `./${basename(hydrate)}`, external: true };
    bundling.onResolve({ filter: /^react(-dom)?(\/.*)?$/ }, () => place);
    bundling.onResolve({ filter: /^\.\/hydrate\.tsx$/ }, () => place);
  },
});

/** Bundles import React's names through one module, or each file would list them. */
const askingOnce = (hydrate: string, names: readonly string[]): Plugin => ({
  name: 'react once',
  setup(bundling) {
    const place = `./${basename(hydrate)}`;
    bundling.onResolve({ filter: /^react(\/.*)?$/ }, () => ({ path: 'react', namespace: 'once' }));
    bundling.onLoad({ filter: /^/, namespace: 'once' }, () => ({ contents: `export {${names}} from '${place}';` }));
    bundling.onResolve({ filter: /^/, namespace: 'once' }, () => ({ path: place, external: true }));
  },
});

/** A missing export would fail only in the browser. */
function requireKnownNames(given: readonly string[], paths: readonly string[], file: string): void {
  for (const path of paths.filter((each) => each.endsWith('.js'))) {
    for (const [, names = '', from] of readFileSync(path, 'utf8').matchAll(
      /import\s*\{([^}]*)\}\s*from\s*"\.\/([^"]+)"/g,
    )) {
      if (from !== file) continue;
      const missing = names
        .split(',')
        .map((name) => name.trim().split(' ')[0] ?? '')
        .filter((name) => !given.includes(name));
      if (missing.length > 0) throw new Error(`islands/hydrate.tsx does not give out ${missing.join(', ')} of React`);
    }
  }
}

function islandEntries(): Record<string, string> {
  const files = existsSync('islands') ? readdirSync('islands') : [];
  const islands = files.filter((file) => /^[\w-]+\.tsx$/.test(file) && file !== 'hydrate.tsx');
  return Object.fromEntries(islands.map((file) => [basename(file, '.tsx'), `islands/${file}`]));
}

type Outputs = Metafile['outputs'];

function manifestOf(outputs: Outputs): Manifest {
  const manifest: Manifest = { runtime: '', hydrate: '', hydrateDeps: [], islands: {}, css: '', files: {} };
  for (const [path, output] of Object.entries(outputs)) {
    if (path.endsWith('.woff2')) {
      const input = Object.keys(output.inputs)[0] ?? path;
      manifest.files[`fonts/${basename(input)}`] = urlOf(path);
    }
    if (!output.entryPoint) continue;
    const name = basename(output.entryPoint, extname(output.entryPoint));
    const deps = staticImports(outputs, path).map(urlOf);
    if (output.entryPoint.endsWith('work.css')) manifest.workCss = urlOf(path);
    else if (output.entryPoint.endsWith('.css')) manifest.css = urlOf(path);
    else if (name === 'analytics') manifest.analytics = urlOf(path);
    else if (name === 'runtime') manifest.runtime = urlOf(path);
    else if (name === 'hydrate') Object.assign(manifest, { hydrate: urlOf(path), hydrateDeps: deps });
    else manifest.islands[name] = { src: urlOf(path), deps };
  }
  return manifest;
}

/** All static imports of a script, for preloading. */
function staticImports(outputs: Outputs, path: string): string[] {
  const found = new Set<string>();
  const walk = (from: string) => {
    for (const { kind, path: named, external } of outputs[from]?.imports ?? []) {
      const imported = external ? join(out, basename(named)) : named;
      if (kind !== 'import-statement' || found.has(imported)) continue;
      found.add(imported);
      walk(imported);
    }
  };
  walk(path);
  return [...found];
}

function* staticFiles(folder: string): Generator<[name: string, file: string]> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    // Pictures of the README are not served.
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
