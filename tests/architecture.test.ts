import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  breach,
  edges,
  fileCycles,
  mayReachBrowser,
  notADoor,
  ranks,
  reach,
  readsClock,
  roomCycles,
  sources,
  speaksBun,
  withoutComments,
} from './architecture.ts';

const files = sources('.').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const production = files.filter(({ path }) => !/\.test\.tsx?$|\/testing\.tsx?$/.test(path));
const edgesByPath = new Map(files.map(({ path, text }) => [path, edges(path, text)]));
const commands = ['src/main.ts', 'dev/saferpay-simulator/serve.ts', 'dev/race-result-simulator/serve.ts'];
const atTheEntry = (path: string) => commands.includes(path) || path.startsWith('src/runtime/bun/');

test('the scan sees the code', () => {
  expect(files.length).toBeGreaterThan(50);
  expect([...edgesByPath.values()].flat().length).toBeGreaterThan(100);
});

test('every import goes down the map', () => {
  const refused = [...edgesByPath.values()].flat().flatMap((edge) => {
    const why = breach(edge);
    return why ? [`${edge.from} → ${edge.to}: ${why}`] : [];
  });
  expect(refused).toEqual([]);
});

test('the rooms of a module form ranks: what two of them need stands below both, or at the top', () => {
  const all = [...edgesByPath.values()].flat();
  expect(ranks.flatMap((module) => roomCycles(module, all).map((way) => `${module}: ${way}`))).toEqual([]);
});

test('files form no new cycles of imports, types included', () => {
  const cycles = fileCycles(new Map([...edgesByPath].filter(([path]) => !path.includes('.test.'))));
  expect(
    cycles.map((cycle) => cycle.join(' ')),
    'a new cycle; or one went: lower the number',
  ).toHaveLength(19);
  const tangle = { 'a.ts': ['b.ts'], 'b.ts': ['c.ts'], 'c.ts': ['a.ts'], 'd.ts': ['a.ts'] };
  const imports = Object.entries(tangle).map(
    ([from, to]) => [from, to.map((path) => ({ from, to: path, typeOnly: true, later: false }))] as const,
  );
  expect(fileCycles(new Map(imports))).toEqual([['a.ts', 'b.ts', 'c.ts']]);
});

test('nothing of the server travels to the browser with an island', () => {
  const islands = production.filter(({ path }) => path.startsWith('islands/'));
  const stowaways = islands.flatMap(({ path }) =>
    [...reach(path, (file) => edgesByPath.get(file) ?? [])]
      .filter(([reached]) => !mayReachBrowser(reached))
      .map(([reached, by]) => `${path} carries ${reached} (imported by ${by})`),
  );
  expect(stowaways).toEqual([]);
});

test('what draws papers and sends mails is loaded with the first of them, not with the start', () => {
  const atStart = reach('src/main.ts', (file) => (edgesByPath.get(file) ?? []).filter(({ later }) => !later));
  const heavy = /^npm:(@myriaddreamin|passkit-generator|nodemailer)/;
  expect([...atStart].filter(([name]) => heavy.test(name)).map(([name, by]) => `${name} by ${by}`)).toEqual([]);
  const ever = [...reach('src/main.ts', (file) => edgesByPath.get(file) ?? []).keys()];
  expect(ever.filter((name) => heavy.test(name)).length).toBeGreaterThanOrEqual(4);
});

test('rooms that use each other are seen, through a third one too, and the top is no room', () => {
  const files = [
    ['modules/orders/order/a.ts', "import { b } from '../emails/b.ts'"],
    ['modules/orders/emails/b.ts', "import { c } from '../management/c.ts'\nimport { t } from '../read.ts'"],
    ['modules/orders/management/c.ts', "import { a } from '../order/a.ts'"],
    ['modules/orders/read.ts', "import { a } from './order/a.ts'"],
  ] as const;
  const edgesOf = (some: readonly (readonly [string, string])[]) => some.flatMap(([path, text]) => edges(path, text));
  expect(roomCycles('orders', edgesOf(files))).toContain('order → emails → management → order');
  expect(roomCycles('orders', edgesOf(files.filter(([path]) => !path.includes('management'))))).toEqual([]);
});

test('an index.ts is a door: export … from, nothing else', () => {
  const doors = files.filter(({ path }) => /^modules\/[^/]+\/index\.ts$/.test(path));
  expect(doors.flatMap(({ path, text }) => notADoor(text).map((what) => `${path}: ${what}`))).toEqual([]);
});

test('only the entry and its adapters speak Bun', () => {
  const speakers = production.filter(({ path, text }) => speaksBun(text) && !atTheEntry(path));
  expect(speakers.map(({ path }) => path)).toEqual([]);
});

test('only the command line reads the clock; verbs use work.now, rules take now', () => {
  const readers = production.filter(({ path, text }) => readsClock(text) && !atTheEntry(path));
  // In the browser there is no work with a clock.
  expect(readers.map(({ path }) => path).filter((path) => !path.startsWith('islands/'))).toEqual([]);
});

test.each([
  ["import { x } from '#modules/orders/schema.ts'", 'islands/a.tsx', 'islands may import'],
  ["import { x } from 'hono'", 'islands/a.tsx', 'may not load npm:hono'],
  ["import { x } from '#src/web/island.tsx'", 'islands/a.tsx', 'islands may import'],
  ["import type { x } from '#modules/orders/index.ts'", 'modules/events/routes.tsx', 'events may not know orders'],
  ["import { x } from '#modules/events/store.ts'", 'modules/orders/place.ts', 'enter events by'],
  ["import {\n  a,\n  b,\n} from '#modules/events/store.ts'", 'modules/orders/place.ts', 'enter events by'],
  ["export * from '../events/store.ts'", 'modules/orders/place.ts', 'enter events by'],
  ["const m = await import('#src/app/shop.ts')", 'modules/orders/place.ts', 'modules do not know the app'],
  ["import { x } from '#src/data/work.ts'", 'modules/orders/rules/pricing.ts', 'rules are pure'],
  ["import { x } from 'node:fs'", 'modules/orders/rules/pricing.ts', 'rules are pure'],
  ["import { x } from '../schema.ts'", 'modules/orders/rules/pricing.ts', 'rules are pure'],
  ["import type { x } from '#modules/events/schema.ts'", 'modules/orders/rules/pricing.ts', 'rules are pure'],
  ["import { x } from '#modules/orders/index.ts'", 'src/mail/mailer.ts', 'rooms of src know neither'],
  ["import { x } from '#src/runtime/bun/serve.ts'", 'src/web/http.ts', 'only main.ts speaks to runtime/bun'],
  ["import { x } from '#src/web/http.ts'", 'src/data/work.ts', 'src/data stands below src/web'],
  ["import { x } from '#modules/orders/place.ts'", 'src/app/screens/home.tsx', 'enter orders by'],
  ["import { x } from 'zod'", 'src/kernel/money.ts', 'the kernel depends on nothing'],
  ["import { x } from '#src/kernel/time.ts'", 'modules/extras/a.ts', 'not on the map'],
])('%s in %s is refused', (text, file, why) => {
  expect(edges(file, text).map(breach).join()).toContain(why);
});

test.each([
  ["import { x } from '#modules/events/index.ts'", 'modules/orders/place.ts'],
  ["import { x } from '#modules/events/rules/sale.ts'", 'islands/a.tsx'],
  ["import type { x } from '#src/web/island.tsx'", 'islands/a.tsx'],
  ["import { x } from '../events/schema.ts'", 'modules/orders/schema.ts'],
  ["import type { x } from '#src/web/http.ts'", 'src/data/work.ts'],
  ["import type { x } from '../schema.ts'", 'modules/orders/rules/pricing.ts'],
  ["// import { x } from '#modules/reports/index.ts'", 'modules/orders/place.ts'],
])('%s in %s is allowed', (text, file) => {
  expect(edges(file, text).map(breach).filter(Boolean)).toEqual([]);
});

test('a door with a thing inside is seen', () => {
  expect(notADoor("export { a } from './a.ts';\nexport type { B } from './b.ts';\nexport * from './c.ts';\n")).toEqual(
    [],
  );
  expect(notADoor("export {\n  a,\n  type B,\n} from './a.ts';\n")).toEqual([]);
  expect(notADoor("import { a } from './a.ts';\nexport const b = a;\n")).toHaveLength(2);
});

test('a stowaway is seen through the files between', () => {
  const map: Record<string, string> = {
    'islands/a.tsx': "import { b } from '#src/ui/b.tsx'",
    'src/ui/b.tsx': "import type { T } from '#src/web/http.ts'\nimport { c } from '#src/texts/locale.ts'",
  };
  const reached = [...reach('islands/a.tsx', (path) => edges(path, map[path] ?? '')).keys()];
  expect(reached.filter((path) => !mayReachBrowser(path))).toEqual(['src/texts/locale.ts']);
});

test('the clock and Bun are noticed, comments are not', () => {
  expect(['Date.now()', 'new Date()', 'Temporal.Now.instant()'].map(readsClock)).toEqual([true, true, true]);
  expect(['new Date(at)', '// Date.now()', '/* new Date() */'].map(readsClock)).toEqual([false, false, false]);
  expect(['Bun.file(x)', "import x from 'bun:sqlite'", '// Bun.file'].map(speaksBun)).toEqual([true, true, false]);
});

test('whatever stands at the door of a module is taken by somebody outside of it', () => {
  const beside = ['tests', 'bench'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(`${folder}/${path}`, 'utf8') })),
  );
  const namesIn = (list: string) =>
    list.split(',').flatMap(
      (each) =>
        each
          .trim()
          .replace(/^type /, '')
          .split(/ as |:/)[0] || [],
    );
  const taken = new Set(
    [...files, ...beside].flatMap(({ path, text }) =>
      [...text.matchAll(/\{([^{}]*)\}\s*(?:from|= await import\()\s*'#modules\/([\w-]+)\/index\.ts'/g)]
        .filter(([, , module]) => !path.startsWith(`modules/${module}/`))
        .flatMap(([, list = '', module]) => namesIn(list).map((name) => `${module} ${name}`)),
    ),
  );
  const offered = files.flatMap(({ path, text }) => {
    const [, module] = /^modules\/([\w-]+)\/index\.ts$/.exec(path) ?? [];
    if (!module) return [];
    const names = [...text.matchAll(/\{([^{}]*)\} from/g)].flatMap(([, list = '']) =>
      list.split(',').flatMap(
        (each) =>
          each
            .trim()
            .replace(/^type /, '')
            .split(' as ')
            .at(-1) || [],
      ),
    );
    return names.map((name) => `${module} ${name}`);
  });
  expect(offered.length).toBeGreaterThan(300);
  expect(offered.filter((each) => !taken.has(each))).toEqual([]);
});

test('statements go down the map, too: a module writes into its own tables alone, and reads none of a module above', () => {
  const moduleOf = (path: string) => /^modules\/([\w-]+)\//.exec(path)?.[1] ?? '';
  const tables = production.flatMap(({ path, text }) =>
    [...text.matchAll(/export const (\w+) = sqliteTable\(\s*'(\w+)'/g)].flatMap(([, name, table]) =>
      [name, table].map((known) => [known, moduleOf(path)] as const),
    ),
  );
  const ownerOf = new Map(tables.filter(([, owner]) => owner !== ''));
  expect(ownerOf.size).toBeGreaterThan(100);
  const rankOf = (module: string) => (ranks as readonly string[]).indexOf(module);
  const statement = /\.(update|insert|delete)\((\w+)\)|\b(update|insert into|delete from|from|join) (\w+)\b/g;
  const astray = production.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(statement)]
      .map(([, , name, word, table]) => ({ isRead: word === 'from' || word === 'join', table: name ?? table ?? '' }))
      .filter(({ isRead, table }) => {
        const [own, owner] = [moduleOf(path), ownerOf.get(table)];
        if (own === '' || owner === undefined || owner === own) return false;
        return !isRead || rankOf(owner) > rankOf(own);
      })
      .map(({ table }) => `${path}: ${table}`),
  );
  expect(astray).toEqual([]);
});
