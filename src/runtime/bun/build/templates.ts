import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Writes `src/gen/templates.ts` with every Typst template. */
export function buildTemplates(): void {
  const paths = globSync('{src,modules}/**/*.typ').sort();
  const texts = Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));
  const source = `// Made from *.typ by src/runtime/bun/build/templates.ts. Do not edit.
export type TemplateName =
${paths.map((path) => `  | ${JSON.stringify(path)}`).join('\n')};

export const templates = JSON.parse(
  ${JSON.stringify(JSON.stringify(texts))},
) as Record<TemplateName, string>;
`;
  mkdirSync('src/gen', { recursive: true });
  writeFileSync('src/gen/templates.ts', source);
}
