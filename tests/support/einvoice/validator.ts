import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isThorough } from '../thorough.ts';

/**
 * Others' validators of electronic invoices (Mustang with the Schematron of EN 16931, veraPDF), run by Java where there is
 * one. Maven fetches them once, 51 MB, into the cache of whoever tests; so they run with THOROUGH=1 alone.
 */
const version = '2.20.0';
const here = import.meta.dirname;
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), `einvoice-validator-${version}`);

const isThere = (program: string): boolean => spawnSync(program, ['-version']).status === 0;

/** Why nobody else checks here; null: somebody does. */
export function withoutValidator(): string | null {
  if (!isThorough) return 'others’ validators run with THOROUGH=1';
  if (!isThere('java') || !isThere('mvn')) return 'there is no java or no mvn here';
  return null;
}

/** What is said of each file: `valid` first, or what is wrong. */
export function validated(files: readonly string[]): string {
  const marker = join(cache, '.ok');
  if (!existsSync(marker)) {
    mkdirSync(cache, { recursive: true });
    const pom = join(here, 'pom.xml');
    execFileSync('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${cache}`]);
    writeFileSync(marker, '');
  }
  const program = join(here, 'CheckInvoices.java');
  return execFileSync('java', ['-cp', join(cache, '*'), program, ...files], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 2 ** 20,
  });
}
