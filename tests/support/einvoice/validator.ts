import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isThorough } from '../thorough.ts';

/**
 * External validators of electronic invoices (Mustang, veraPDF) run by Java. Maven downloads 51 MB once, so they need THOROUGH=1.
 */
const version = '2.20.0';
const here = import.meta.dirname;
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), `einvoice-validator-${version}`);

const isThere = (program: string): boolean => spawnSync(program, ['-version']).status === 0;

/** Why there is no external validator; null: there is one. */
export function withoutValidator(): string | null {
  if (!isThorough) return 'others’ validators run with THOROUGH=1';
  if (!isThere('java') || !isThere('mvn')) return 'there is no java or no mvn here';
  return null;
}

/** `en16931`: XML or PDF invoices by Mustang; else PDFs by veraPDF, as PDF/A-3a or PDF/UA-1. */
export type Standard = 'en16931' | '3a' | 'ua1';

/** Reports of invalid files, and the number of valid ones. Starts Java once. */
export async function checkedByOthers(
  standard: Standard,
  files: readonly string[],
): Promise<{ valid: number; wrong: string }> {
  const marker = join(cache, '.ok');
  if (!existsSync(marker)) {
    mkdirSync(cache, { recursive: true });
    const pom = join(here, 'pom.xml');
    execFileSync('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${cache}`]);
    writeFileSync(marker, '');
  }
  const program = standard === 'en16931' ? ['CheckInvoices.java'] : ['CheckPapers.java', standard];
  const [source, ...before] = program as [string, ...string[]];
  const { stdout } = await promisify(execFile)(
    'java',
    ['-cp', join(cache, '*'), join(here, source), ...before, ...files],
    { encoding: 'utf8', maxBuffer: 256 * 2 ** 20 },
  );
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  const isValid = (line: string) => line.startsWith('valid ');
  return { valid: lines.filter(isValid).length, wrong: lines.filter((line) => !isValid(line)).join('\n') };
}
