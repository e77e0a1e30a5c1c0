import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';

type Catalogue = Record<string, string>;

/** The areas of a folder of `locales/` as one catalog. A duplicate key is an error. */
export function readCatalogue(folder: string): Catalogue {
  const all: Catalogue = {};
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.json')) continue;
    const area = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Catalogue;
    for (const [key, text] of Object.entries(area)) {
      if (key in all) throw new Error(`${folder}/${file}: "${key}" is already defined by another area`);
      all[key] = text;
    }
  }
  return all;
}

function compile(folder: string, catalogue: Catalogue) {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, text]) => {
      try {
        return [key, parse(text)];
      } catch (error) {
        throw new Error(`${folder}: "${key}" is no ICU message: ${(error as Error).message}`);
      }
    }),
  );
}

/** Compiles `locales/` into `src/gen/messages.ts`, so that no message is parsed at run time. */
export async function buildMessages(): Promise<void> {
  const folders = ['de', 'en-us', 'de.packages', 'en-us.packages'];
  const catalogues = folders.map((folder) => readCatalogue(`locales/${folder}`));
  const compiled = Object.fromEntries(folders.map((folder, i) => [folder, compile(folder, catalogues[i] ?? {})]));
  const keys = Object.keys(catalogues[0] ?? {}).sort();
  // One JSON string is faster to check and load than an object literal.
  const source = `// Made from locales/ by src/runtime/bun/build/messages.ts. Do not edit.
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

export type MessageKey =
${keys.map((key) => `  | ${JSON.stringify(key)}`).join('\n') || '  never'};
export type Catalogue = Record<string, MessageFormatElement[]>;

export const catalogues = JSON.parse(
  ${JSON.stringify(JSON.stringify(compiled))},
) as Record<${folders.map((folder) => JSON.stringify(folder)).join(' | ')}, Catalogue>;
`;
  mkdirSync('src/gen', { recursive: true });
  writeFileSync('src/gen/messages.ts', source);
}
