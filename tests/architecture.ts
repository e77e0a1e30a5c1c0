/** The map of design.md as a function: an import either goes down it, or there is a sentence that says why not. */
import { readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A module may use modules that stand before it. */
export const ranks = [
  'accounts',
  'organizers',
  'events',
  'vouchers',
  'member-lists',
  'waiting-room',
  'orders',
  'newsletter',
  'companions',
  'booking',
  'waitlist',
  'lottery',
  'shared-teams',
  'mailings',
  'gift-cards',
  'payments',
  'invoicing',
  'companies',
  'checkin',
  'bibs',
  'transfers',
  'withdrawals',
  'timing',
  'results',
  'participant-imports',
  'reports',
] as const;

/** The rooms of src below the modules: a room uses values of rooms that stand before it, and types of all of them. */
export const rooms = [
  'kernel',
  'ui',
  'texts',
  'runtime',
  'access',
  'data',
  'files',
  'documents',
  'mail',
  'config',
  'web',
] as const;

/** `later`: asked for when it is needed (`import('…')`), and not with the file. */
export type Edge = { from: string; to: string; typeOnly: boolean; later: boolean };

const importPattern =
  /^\s*(?:import|export)\b(\s+type\b)?[^;'"]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** Every source file below src, modules, islands and dev, apart from what is generated. */
export function sources(root: string): string[] {
  return ['src', 'modules', 'islands', 'dev']
    .flatMap((area) => readdirSync(join(root, area), { recursive: true, encoding: 'utf8' }).map((p) => join(area, p)))
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('src/gen/'))
    .sort();
}

/** Imports inside comments are not imports. */
export const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

export function edges(from: string, text: string): Edge[] {
  return [...withoutComments(text).matchAll(importPattern)].map((match) => {
    const wanted = (match[2] ?? match[3] ?? match[4]) as string;
    const how = { typeOnly: match[1] !== undefined, later: match[4] !== undefined };
    if (wanted.startsWith('#')) return { from, to: wanted.slice(1), ...how };
    if (wanted.startsWith('.')) return { from, to: normalize(join(dirname(from), wanted)), ...how };
    return { from, to: `npm:${wanted}`, ...how };
  });
}

const moduleOf = (path: string) => /^modules\/([^/]+)\//.exec(path)?.[1];
const isRules = (path: string) => /^modules\/[^/]+\/rules\//.test(path);
const isTest = (path: string) => /\.test\.tsx?$|\/testing\.tsx?$/.test(path);
const srcRoom = (path: string) => rooms.find((room) => path.startsWith(`src/${room}/`));
const within = (path: string, ...areas: string[]) => areas.some((area) => path === area || path.startsWith(area));

const rulesNpm = /^npm:zod(\/mini)?$/;
const islandNpm =
  /^npm:(react|react\/jsx-runtime|react-dom|react-dom\/client|zod|zod\/mini|@conform-to\/.*|zxing-wasm\/reader(\/zxing_reader\.wasm)?)$/;

/** Why this import is refused, or null. */
export function breach(edge: Edge): string | null {
  if (isTest(edge.from)) return null;
  return areaBreach(edge) ?? moduleBreach(edge);
}

function areaBreach({ from, to, typeOnly, later }: Edge): string | null {
  const npm = to.startsWith('npm:');
  // Randomness is the one thing the kernel takes from outside; an island that would carry it is refused by `reach`.
  if (within(from, 'src/kernel/') && !within(to, 'src/kernel/') && to !== 'npm:node:crypto') {
    return 'the kernel depends on nothing';
  }
  // How money and dates are typed and shown is as pure as a rule.
  const isPure = isRules(to) || within(to, 'src/kernel/') || to === 'src/ui/format.ts';
  // What a record has is said by its table; its type weighs nothing and does nothing.
  const isOwnRecord = typeOnly && to === `modules/${moduleOf(from)}/schema.ts`;
  if (isRules(from) && !isPure && !isOwnRecord && !rulesNpm.test(to)) {
    return 'rules are pure: kernel, other rules and zod only';
  }
  if (within(from, 'islands/')) {
    if (npm && !islandNpm.test(to)) return `an island may not load ${to}`;
    const allowed = isRules(to) || within(to, 'islands/', 'src/ui/', 'src/kernel/');
    const islandTypes = typeOnly && within(to, 'src/web/island');
    if (!npm && !allowed && !islandTypes) return 'islands may import rules, ui and kernel only';
  }
  const fromApp = within(from, 'src/app/', 'src/main.ts', 'dev/');
  if (srcRoom(from) && within(to, 'modules/', 'src/app/', 'dev/')) {
    return 'the rooms of src know neither modules nor the app';
  }
  if (within(to, 'src/runtime/bun/') && from !== 'src/main.ts' && !within(from, 'src/runtime/bun/')) {
    return 'only main.ts speaks to runtime/bun';
  }
  if (to.startsWith('npm:bun') && from !== 'src/main.ts' && !within(from, 'src/runtime/bun/')) {
    return 'only main.ts and runtime/bun speak Bun';
  }
  if (moduleOf(from) && within(to, 'src/', 'dev/') && !srcRoom(to)) {
    return 'modules do not know the app that assembles them';
  }
  const [own, other] = [srcRoom(from), srcRoom(to)];
  // The adapters of the machine fill the ports of every room.
  const isAdapter = within(from, 'src/runtime/bun/');
  if (own && other && !typeOnly && !later && !isAdapter && rooms.indexOf(other) > rooms.indexOf(own)) {
    return `src/${own} stands below src/${other}: take what it needs as an argument, or import its type`;
  }
  const entersModule = fromApp ? doorBreach(from, to) : null;
  return entersModule;
}

function doorBreach(from: string, to: string): string | null {
  const module = moduleOf(to);
  // What the process knows that reads people's files: no more of a module than that.
  if (from === 'src/app/file-readers.ts' && to === `modules/${module}/sandbox.ts`) return null;
  if (!module || isRules(to) || to === `modules/${module}/index.ts`) return null;
  const isSchema = /\/schema[-a-z]*\.ts$/.test(to);
  if (from.endsWith('/schema.ts') && isSchema) return null;
  // A file that only reads (`read….ts`) may join a lower module's tables: one statement instead of two.
  if (/\/read[-a-z]*\.ts$/.test(from) && isSchema) return null;
  if (within(from, 'dev/') && to.endsWith('/testing.ts')) return null;
  return `enter ${module} by its index.ts or rules/`;
}

function moduleBreach({ from, to }: Edge): string | null {
  const [own, other] = [moduleOf(from), moduleOf(to)];
  if (own && rankOf(own) < 0) return `${own} is not on the map: give it a rank`;
  if (!own || !other || own === other) return null;
  if (rankOf(other) > rankOf(own)) return `${own} may not know ${other}, which stands above it; announce a fact`;
  return doorBreach(from, to);
}

/** The folder of a module that a file stands in; null at its top, which every room may use. */
const roomOf = (path: string) => /^modules\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? null;

/** Rooms of one module that use each other, directly or through others: `order → emails → order`. They are to form ranks. */
export function roomCycles(module: string, all: readonly Edge[]): string[] {
  const uses = new Map<string, Set<string>>();
  for (const { from, to } of all) {
    const [own, other] = [roomOf(from), roomOf(to)];
    if (moduleOf(from) !== module || moduleOf(to) !== module || isTest(from) || !own || !other || own === other)
      continue;
    uses.set(own, (uses.get(own) ?? new Set()).add(other));
  }
  const back = (room: string, start: string, way: string[]): string | null => {
    for (const next of uses.get(room) ?? []) {
      if (next === start) return [...way, next].join(' → ');
      const found = way.includes(next) ? null : back(next, start, [...way, next]);
      if (found) return found;
    }
    return null;
  };
  return [...uses.keys()].flatMap((room) => back(room, room, [room]) ?? []);
}

/** Groups of files that import each other, types included, directly or through others (Tarjan's algorithm). */
export function fileCycles(edgesByPath: ReadonlyMap<string, readonly Edge[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): number => {
    const own = order.size;
    order.set(path, own);
    lowest.set(path, own);
    stack.push(path);
    for (const { to, later } of edgesByPath.get(path) ?? []) {
      if (later || !edgesByPath.has(to)) continue;
      if (!order.has(to)) lowest.set(path, Math.min(lowest.get(path) ?? own, visit(to)));
      else if (stack.includes(to)) lowest.set(path, Math.min(lowest.get(path) ?? own, order.get(to) ?? own));
    }
    if (lowest.get(path) === own) {
      const cycle = stack.splice(stack.indexOf(path));
      if (cycle.length > 1) cycles.push(cycle.sort());
    }
    return lowest.get(path) ?? own;
  };
  for (const path of edgesByPath.keys()) if (!order.has(path)) visit(path);
  return cycles;
}

const rankOf = (module: string) => (ranks as readonly string[]).indexOf(module);

/** Everything that reaches a browser with a file: the file itself and, through imports of values, what it needs. */
export function reach(start: string, edgesOf: (path: string) => Edge[]): Map<string, string> {
  const cameFrom = new Map<string, string>([[start, '']]);
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (path.startsWith('npm:')) continue;
    for (const edge of edgesOf(path)) {
      if (edge.typeOnly || cameFrom.has(edge.to)) continue;
      cameFrom.set(edge.to, path);
      waiting.push(edge.to);
    }
  }
  return cameFrom;
}

export const mayReachBrowser = (path: string) =>
  path.startsWith('npm:') ? islandNpm.test(path) : isRules(path) || within(path, 'islands/', 'src/ui/', 'src/kernel/');

const doorPattern = /^export\s+(type\s+)?(\{[^}]*\}|\*(\s+as\s+\w+)?)\s+from\s+'[^']+';?$/;

/** An index.ts is a door: it contains `export … from` and nothing else. Answers what else it contains. */
export function notADoor(text: string): string[] {
  return withoutComments(text)
    .replace(/\s*\n\s*/g, ' ')
    .split(/;\s*/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !doorPattern.test(statement));
}

export const speaksBun = (text: string) => /\bBun\.|from ['"]bun(:|['"])/.test(withoutComments(text));
export const readsClock = (text: string) =>
  /\bDate\.now\b|\bnew Date\(\s*\)|\bnew Date(?![\w(])|\bTemporal\.Now\b/.test(withoutComments(text));
