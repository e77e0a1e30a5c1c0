import type { Plugin } from 'esbuild';

/** What our own scripts use of React; another name stops the build with a word about it. */
const names: Record<string, readonly string[]> = {
  react: ['createContext', 'createElement', 'useContext', 'useEffect', 'useId', 'useMemo', 'useRef', 'useState'],
  'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
};

/**
 * React comes as one object, and every `jsx(…)` would look it up there, `(0, react.jsx)(…)`. Taken out of it by name once,
 * the calls are short; a booking's script is a kilobyte smaller.
 */
export const reactByName: Plugin = {
  name: 'react-by-name',
  setup(build) {
    build.onResolve({ filter: /^react(\/jsx-runtime)?$/ }, ({ path, importer, namespace }) =>
      namespace === 'react-by-name' || importer.includes('node_modules')
        ? undefined
        : { path, namespace: 'react-by-name' },
    );
    build.onLoad({ filter: /./, namespace: 'react-by-name' }, ({ path }) => ({
      contents: `import all from '${path}';\n${(names[path] ?? []).map((name) => `export const ${name} = all.${name};`).join('\n')}`,
      resolveDir: process.cwd(),
    }));
  },
};
