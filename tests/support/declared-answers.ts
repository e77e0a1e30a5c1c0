import * as z from 'zod';
import { modules } from '#src/app/modules.ts';
import { screens } from '#src/app/screens/screens.tsx';
import { assert } from '#src/kernel/assert.ts';
import { unknownNames } from '#src/web/mount-api.ts';
import { codesOf, mediaTypesOf } from '#src/web/openapi/document.ts';

type Declared = {
  method: string;
  pattern: RegExp;
  types: readonly string[];
  codes: ReadonlySet<string>;
  answer: z.core.$ZodType | undefined;
};
let declared: Declared[] | undefined;
const calls = () => {
  declared ??= [...modules.flatMap((module) => module.routes), ...screens]
    .filter((route) => route.kind === 'api')
    .map((route) => ({
      method: route.method.toUpperCase(),
      pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
      types: mediaTypesOf(route),
      codes: new Set(codesOf(route)),
      answer: route.answer,
    }));
  return declared;
};

/** Asserts that a call's media type, JSON or refusal is one that its route declares, so that the API document is complete. */
export async function assertDeclared(request: Request, response: Response, isRandom: boolean): Promise<void> {
  const { pathname } = new URL(request.url);
  if (response.status >= 500 || !pathname.startsWith('/api/')) return;
  const matching = calls().filter(({ method, pattern }) => method === request.method && pattern.test(pathname));
  if (matching.length === 0) return;
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (response.ok) {
    const isDeclared = matching.some(({ types }) =>
      response.status === 204 ? types.length === 0 : types.includes(type),
    );
    assert(isDeclared, `${request.method} ${pathname} answers ${response.status} ${type}: declare it in the route`);
    if (type !== 'application/json') return;
    const json: unknown = await response.clone().json();
    const flaws = matching.map(({ answer }) => (answer ? flawsOf(answer, json) : ['no answer declared']));
    const fewest = flaws.sort((a, b) => a.length - b.length)[0] ?? [];
    return assert(
      fewest.length === 0,
      `${request.method} ${pathname} answers other than declared: ${fewest.join(', ')}`,
    );
  }
  if (isRandom || response.status < 400 || type !== 'application/json') return;
  const { code } = (await response.clone().json()) as { code: string };
  assert(
    matching.some(({ codes }) => codes.has(code)),
    `${request.method} ${pathname} answers ${code}: name it in \`refuses\` of the route`,
  );
}

function flawsOf(answer: z.core.$ZodType, json: unknown): string[] {
  const { error } = z.safeParse(answer, json);
  const wrong = error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  return [...wrong, ...unknownNames(answer, json).map((name) => `${name}: not declared`)];
}
