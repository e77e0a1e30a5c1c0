import { modules } from '#src/app/modules.ts';
import { screens } from '#src/app/screens/screens.tsx';
import { assert } from '#src/kernel/assert.ts';
import { codesOf, mediaTypesOf } from '#src/web/openapi/document.ts';

let declared: { method: string; pattern: RegExp; types: readonly string[]; codes: ReadonlySet<string> }[] | undefined;
const calls = () => {
  declared ??= [...modules.flatMap((module) => module.routes), ...screens]
    .filter((route) => route.kind === 'api')
    .map((route) => ({
      method: route.method.toUpperCase(),
      pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
      types: mediaTypesOf(route),
      codes: new Set(codesOf(route)),
    }));
  return declared;
};

/** Asserts that a call's media type or refusal is one that its route declares, so that the API document is complete. */
export async function assertDeclared(request: Request, response: Response): Promise<void> {
  const { pathname } = new URL(request.url);
  if (response.status >= 500 || !pathname.startsWith('/api/')) return;
  const matching = calls().filter(({ method, pattern }) => method === request.method && pattern.test(pathname));
  if (matching.length === 0) return;
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (response.ok) {
    const isDeclared = matching.some(({ types }) =>
      response.status === 204 ? types.length === 0 : types.includes(type),
    );
    return assert(
      isDeclared,
      `${request.method} ${pathname} answers ${response.status} ${type}: declare it in the route`,
    );
  }
  if (response.status < 400 || type !== 'application/json') return;
  const { code } = (await response.clone().json()) as { code: string };
  assert(
    matching.some(({ codes }) => codes.has(code)),
    `${request.method} ${pathname} answers ${code}: name it in \`refuses\` of the route`,
  );
}
