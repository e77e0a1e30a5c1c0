/**
 * Builds `dist/startblock`: server, islands, static files, migrations, texts and fonts in one file. `bun
 * src/runtime/bun/build/executable.ts [bun-linux-x64|bun-linux-arm64] [outfile]`
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { BunPlugin } from 'bun';

const target = (process.argv[2] ?? `bun-linux-${process.arch}`) as Bun.Build.CompileTarget;
const outfile = process.argv[3] ?? 'dist/startblock';
const arch = target.includes('arm64') ? 'arm64' : 'x64';

/** Packages with machine code of each architecture, by the package that names their version. */
const natives = {
  bun: `@oven/bun-linux-${arch === 'arm64' ? 'aarch64' : arch}`,
  libsql: `@libsql/linux-${arch}-gnu`,
  '@myriaddreamin/typst-ts-node-compiler': `@myriaddreamin/typst-ts-node-compiler-linux-${arch}-gnu`,
  '@resvg/resvg-js': `@resvg/resvg-js-linux-${arch}-gnu`,
};
/** For another architecture they are installed aside. */
const isForeign = arch !== process.arch;
if (isForeign) installForeign();

/** Loaders of native libraries. */
const native = {
  libsql: loading(nativeFile(`${natives.libsql}/index.node`)),
  typst: loading(
    nativeFile(`${natives['@myriaddreamin/typst-ts-node-compiler']}/typst-ts-node-compiler.linux-${arch}-gnu.node`),
  ),
  resvg: loading(nativeFile(`${natives['@resvg/resvg-js']}/resvgjs.linux-${arch}-gnu.node`)),
};

function installForeign(): void {
  const folder = `dist/${arch}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, '{}');
  const exact = Object.entries(natives).map(([parent, name]) => {
    const { optionalDependencies } = JSON.parse(readFileSync(`node_modules/${parent}/package.json`, 'utf8'));
    return `${name}@${optionalDependencies[name]}`;
  });
  const args = ['add', '--cwd', folder, '--os', 'linux', '--cpu', arch, '--ignore-scripts', ...exact];
  const { exitCode } = Bun.spawnSync([process.execPath, ...args], { stdout: 'ignore', stderr: 'inherit' });
  if (exitCode !== 0) throw new Error(`the packages for ${target} could not be installed`);
}

function nativeFile(name: string): string {
  const path = `${process.cwd()}${isForeign ? `/dist/${arch}` : ''}/node_modules/${name}`;
  if (!existsSync(path)) throw new Error(`${path} is missing: install the packages for ${target} first`);
  return path;
}

/** Compresses a native library (`native-file.ts`) before the build resolves it. */
function loading(file: string): string {
  const { packed, hash, size } = packedFile(file);
  const ours = JSON.stringify(`${process.cwd()}/src/runtime/bun/native-file.ts`);
  const about = `{ packed: require(${JSON.stringify(packed)}), hash: '${hash}', size: ${size} }`;
  return `require(${ours}).loadLibrary(${about}, (path) => require(path))`;
}

function packedFile(file: string): { packed: string; hash: string; size: number } {
  const bytes = readFileSync(file);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const packed = `${process.cwd()}/dist/native/${hash}.zst`;
  mkdirSync(dirname(packed), { recursive: true });
  // Level 19 is 2 MB smaller of 178, and takes half a minute.
  if (!existsSync(packed)) writeFileSync(packed, Bun.zstdCompressSync(bytes, { level: 12 }));
  return { packed, hash, size: bytes.length };
}

/** Stops the build when an upgrade changed the code that a hook rewrites. */
function rewritten(what: string, before: string, after: string, leftover: RegExp): string {
  if (after === before || leftover.test(after)) throw new Error(`the hook for ${what} no longer applies: adapt it`);
  return after;
}

/** Shows upgrades that move a file: packages of the build whose hook did not run. */
const packages = new Set<string>();
const seen = new Set<string>();

const shortNames: Record<string, string> = {
  '@resvg/resvg-js': 'resvg',
  '@myriaddreamin/typst-ts-node-compiler': 'typst',
};
const embedNativeFiles: BunPlugin = {
  name: 'embed-native-files',
  setup(build) {
    build.onResolve({ filter: /^(libsql|@resvg\/resvg-js|@myriaddreamin\/typst-ts-node-compiler)$/ }, ({ path }) => {
      packages.add(shortNames[path] ?? path);
      return undefined;
    });
    // Large fonts are loaded on demand (`readFont`) and stored compressed.
    build.onResolve({ filter: /^@expo-google-fonts\/noto-.*\.ttf$/ }, ({ path }) => ({
      path: packedFile(`${process.cwd()}/node_modules/${path}`).packed,
    }));

    // libsql computes the name of its native package.
    build.onLoad({ filter: /node_modules\/libsql\/index\.js$/ }, ({ path }) => {
      seen.add('libsql');
      const before = readFileSync(path, 'utf8');
      const after = before
        .replace(/const \{ load, currentTarget \}[^\n]*\n/, '')
        .replace(/const \{ familySync[^\n]*\n/, '')
        .replace(
          /function requireNative\(\) \{[\s\S]*?\n\}\n/,
          `function requireNative() { return ${native.libsql}; }\n`,
        );
      return { contents: rewritten('libsql', before, after, /neon-rs|currentTarget|familySync\(/), loader: 'js' };
    });

    // resvg tries native packages in turn; this picks the right one.
    build.onLoad({ filter: /@resvg\/resvg-js\/js-binding\.js$/ }, ({ path }) => {
      seen.add('resvg');
      const before = readFileSync(path, 'utf8');
      if (!before.includes('resvg-js-linux-x64-gnu')) throw new Error('the hook for resvg no longer applies: adapt it');
      return { contents: `module.exports = ${native.resvg};`, loader: 'js' };
    });

    build.onLoad({ filter: /typst-ts-node-compiler\/index-napi\.js$/ }, ({ path }) => {
      seen.add('typst');
      const before = readFileSync(path, 'utf8');
      if (!before.includes('typst-ts-node-compiler-linux-x64-gnu'))
        throw new Error('the hook for typst no longer applies: adapt it');
      return { contents: `module.exports = ${native.typst};`, loader: 'js' };
    });
  },
};

const result = await Bun.build({
  entrypoints: ['src/main.ts'],
  target: 'bun',
  format: 'esm',
  minify: true,
  bytecode: true,
  splitting: true,
  sourcemap: 'none',
  plugins: [embedNativeFiles],
  loader: { '.zst': 'file' },
  define: { 'process.env.NODE_ENV': '"production"' },
  compile: {
    ...{ target, outfile, autoloadDotenv: false, autoloadBunfig: false },
    ...(isForeign ? { executablePath: nativeFile(`${natives.bun}/bin/bun`) } : {}),
  },
});
for (const log of result.logs) console.error(log.message);
if (!result.success) process.exit(1);
console.log(`${outfile} ${(statSync(outfile).size / 1e6).toFixed(1)} MB`);
const forgotten = [...packages].filter((name) => !seen.has(name));
if (forgotten.length > 0) throw new Error(`the hook for ${forgotten.join(', ')} no longer applies: adapt it`);
