/**
 * `bun run drawings` writes the two drawings of docs/architecture.md: the modules with ranks and imports, and the path of one
 * booking. `tests/documents.test.ts` fails while they are outdated.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const document = 'docs/architecture.md';
const importPattern = /^\s*(?:import|export)\b[^;'"]*?\bfrom\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm;

type Code = ReadonlyMap<string, { text: string; imports: readonly string[] }>;

function readCode(): Code {
  const paths = ['src', 'modules'].flatMap((area) =>
    readdirSync(area, { recursive: true, encoding: 'utf8' }).map((path) => join(area, path)),
  );
  const isCode = (path: string) =>
    /\.tsx?$/.test(path) && !/\.test\.|\/testing\.|\/drawings\.ts$|^src\/gen\//.test(path);
  return new Map(
    paths
      .filter(isCode)
      .sort()
      .map((path) => {
        const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
        const names = [...text.matchAll(importPattern)].map(([, name, later]) => (name ?? later) as string);
        const imports = names.map((name) => (name.startsWith('#') ? name.slice(1) : join(dirname(path), name)));
        return [path, { text, imports: imports.map(normalize) }] as const;
      }),
  );
}

const idOf = (name: string) => name.replace(/\W/g, '_');
const moduleOf = (path: string) => /^modules\/([^/]+)\//.exec(path)?.[1] ?? '';

/** Leaves out arrows that others imply. */
function drawModules(code: Code): string {
  const composition = code.get('src/app/modules.ts');
  if (!composition) throw new Error('src/app/modules.ts has moved: name its new place in drawings.ts');
  const order = /: readonly ShopModule\[\] = \[([^\]]*)\]/.exec(composition.text)?.[1]?.match(/\w+/g) ?? [];
  const ranks = order.map(
    (name) => new RegExp(`\\b${name}\\b[^;]*'#modules/([^/]+)/`).exec(composition.text)?.[1] ?? '',
  );
  const used = new Map(ranks.map((name) => [name, new Set<string>()]));
  for (const [path, { imports }] of code) {
    for (const to of imports.map(moduleOf)) if (to && to !== moduleOf(path)) used.get(moduleOf(path))?.add(to);
  }
  const reach = (name: string, seen = new Set<string>()): Set<string> => {
    for (const to of used.get(name) ?? []) if (!seen.has(to)) reach(to, seen.add(to));
    return seen;
  };
  const arrows = ranks.flatMap((name) => {
    const direct = [...(used.get(name) ?? [])];
    const implied = new Set(direct.flatMap((to) => [...reach(to)]));
    return direct.filter((to) => !implied.has(to)).map((to) => `  ${idOf(name)} --> ${idOf(to)}`);
  });
  return mermaid([...ranks.map((name, rank) => `  ${idOf(name)}["${rank + 1} ${name}"]`), ...arrows.sort()]);
}

/** The file that exports a function. A renamed function must be renamed here. */
function fileOf(code: Code, name: string): string {
  const pattern = new RegExp(`^export (?:async )?(?:function|const|class) ${name}\\b`, 'm');
  for (const [path, { text }] of code) if (pattern.test(text)) return path;
  throw new Error(`No file exports ${name}: name the function that took its place in drawings.ts`);
}

const filesWith = (code: Code, text: string) =>
  [...code].filter(([, file]) => file.text.includes(text)).map(([path]) => path);

/** The shortest chain of imports between two files, without index.ts; null when there is none. */
function way(code: Code, from: string, to: string): string[] | null {
  const queue = [[from]];
  const seen = new Set([from]);
  for (let steps = queue.shift(); steps; steps = queue.shift()) {
    const last = steps.at(-1) as string;
    if (last === to) return steps.filter((path) => !path.endsWith('/index.ts'));
    for (const next of code.get(last)?.imports ?? []) {
      if (!seen.has(next)) queue.push([...steps, next]);
      seen.add(next);
    }
  }
  return null;
}

function drawBooking(code: Code): string {
  const nodes = new Set<string>();
  const arrows = new Set<string>();
  const node = (path: string) => {
    nodes.add(`  ${idOf(path)}["${path.replace(/^modules\//, '')}"]`);
    return idOf(path);
  };
  const arrow = (from: string, to: string, label = '') =>
    arrows.add(`  ${node(from)} -->${label && `|"${label}"|`} ${node(to)}`);
  /** Draws the imports between two files; false when there are none. */
  const drawWay = (from: string, to: string, label: string): boolean => {
    const steps = way(code, from, to) ?? [];
    for (const [at, step] of steps.slice(1).entries()) arrow(steps[at] ?? from, step, at === 0 ? label : '');
    return steps.length > 0;
  };
  const follow = (from: string, to: string, label: string) => {
    if (!drawWay(from, to, label)) throw new Error(`${from} no longer leads to ${to}: correct drawings.ts`);
  };

  const queue = fileOf(code, 'placeInBatch');
  const callers = filesWith(code, 'placeInBatch(').filter((path) => moduleOf(path) === 'booking');
  for (const [door, label] of [
    ['modules/booking/pages.tsx', 'form post'],
    ['modules/booking/api.ts', 'API call'],
  ] as const) {
    const reached = callers.filter((caller) => drawWay(door, caller, label));
    if (reached.length === 0) throw new Error(`${door} no longer leads to a booking: correct drawings.ts`);
    for (const caller of reached) arrow(caller, queue, 'wait for the writer');
  }
  const plan = fileOf(code, 'planOrder');
  const write = fileOf(code, 'writeOrders');
  follow(queue, plan, 'check and price each booking');
  follow(queue, write, 'reserve stock, insert orders');

  const receive = fileOf(code, 'receivePayment');
  const complete = fileOf(code, 'completeOrders');
  for (const path of filesWith(code, 'receivePayment(').filter((path) => path !== receive)) arrow(path, receive);
  follow(receive, complete, 'ledger entry, order complete');

  for (const path of [write, complete]) {
    if (!code.get(path)?.text.includes('orderPaid(')) throw new Error(`${path} no longer announces order.paid`);
    arrow(path, 'table facts', path === write ? 'order.paid when it costs nothing' : 'order.paid');
  }
  arrow('table facts', fileOf(code, 'deliverFacts'), 'job');
  for (const path of filesWith(code, 'onFact(orderPaid,')) {
    arrow(fileOf(code, 'deliverFacts'), path);
    const near = [path, ...(code.get(path)?.imports ?? []).filter((to) => moduleOf(to) === moduleOf(path))];
    if (near.some((file) => code.get(file)?.text.includes('work.post('))) arrow(path, 'table mails', 'post');
  }
  arrow('table mails', fileOf(code, 'makeMailer'), 'job');
  arrow(fileOf(code, 'makeMailer'), fileOf(code, 'smtpTransport'), 'send');
  return mermaid([...nodes, ...arrows]);
}

const mermaid = (lines: readonly string[]) => `\`\`\`mermaid\nflowchart TD\n${lines.join('\n')}\n\`\`\``;

/** The document with current drawings, each replacing the block behind its mark. */
export function withDrawings(text: string): string {
  const code = readCode();
  const drawings = { modules: drawModules(code), booking: drawBooking(code) };
  return Object.entries(drawings).reduce((drawn, [name, drawing]) => {
    const mark = `<!-- drawing: ${name} -->`;
    if (!drawn.includes(mark)) throw new Error(`${document} has no ${mark}`);
    const [before = '', after = ''] = drawn.split(mark);
    return `${before}${mark}\n\n${drawing}${after.replace(/^\s*```mermaid\n[\s\S]*?\n```/, '')}`;
  }, text);
}

if (import.meta.main) writeFileSync(document, withDrawings(readFileSync(document, 'utf8')));
