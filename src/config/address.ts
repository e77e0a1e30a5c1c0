// Our own: see config.ts.
import { isIP } from 'node:net';
import { ConfigError, type Env, text } from './text.ts';

/** The optional parts of an address. Errors never quote a value, which may hold a password. */
export type Parts = { credentials?: boolean; path?: boolean; query?: readonly string[] };

/** @throws ConfigError naming the variable and what is wrong with it */
export function address(env: Env, name: string, protocols: readonly string[], parts: Parts = {}): string | null {
  const value = text(env, name);
  if (value === null) return null;
  const { url, rest } = dissect(name, value, protocols);
  const refuse = (must: string): never => {
    throw new ConfigError(`${name} ${must}`);
  };
  // The raw text: URL parsers complete http:///shop or http://10.1.
  const raw = /^(?:.*@)?(\[[^\]]*\]|[^:]*)/.exec(rest.split(/[/?#]/, 1)[0] ?? '')?.[1] ?? '';
  if (!isHost(url.hostname) || !(isHost(raw) || /\P{ASCII}/u.test(raw)))
    refuse('names no host, such as shop.example.org, 192.0.2.1 or [2001:db8::1]');
  if (url.port === '0') refuse('has a port that no server listens on');
  if (rest.includes('#')) refuse('must have nothing behind a #');
  if (!parts.credentials && rest.split(/[/?]/, 1)[0]?.includes('@')) refuse('must have no user and no password');
  if (!parts.path && url.pathname.replace(/^\/+/, '') !== '')
    refuse('must end with the host or its port, without a path');
  const unknown = [...url.searchParams.keys()].find((key) => !parts.query?.includes(key));
  if (unknown !== undefined || (rest.includes('?') && !parts.query)) refuse('must have nothing behind a question mark');
  return value.replace(/\/+$/, '');
}

/** User and password of the mail server's address are percent-encoded. */
export function mailServer(env: Env, name: string): string | null {
  const value = address(env, name, ['smtp', 'smtps'], { credentials: true, query: ['tls'] });
  if (value === null) return null;
  const { username, password, protocol, hostname, searchParams } = new URL(value);
  if (username === '' && password !== '') throw new ConfigError(`${name} has a password without a user`);
  if (username !== '' && password === '') throw new ConfigError(`${name} has a user without a password`);
  const [tls, ...more] = searchParams.getAll('tls');
  if (tls !== undefined && (more.length > 0 || !['off', 'required'].includes(tls)))
    throw new ConfigError(`${name} must say tls=off, tls=required or nothing behind the question mark`);
  if (tls === 'off' && protocol === 'smtps:') throw new ConfigError(`${name} begins smtps:// and says tls=off`);
  // Without TLS, everybody on the way could read passwords, codes and tickets.
  if (tls === 'off' && !isLoopback(hostname))
    throw new ConfigError(`${name} may say tls=off only of a server on this machine: localhost, 127.0.0.1 or [::1]`);
  return value;
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host);

/** The token may be part of the address, as libSQL servers issue it. */
export function databaseAddress(env: Env, name: string, fallback: string): string {
  const value = text(env, name);
  if (value === null) return fallback;
  if (!value.startsWith('file:')) {
    const remote = ['libsql', 'https', 'http', 'wss', 'ws'];
    if (!remote.some((protocol) => value.startsWith(`${protocol}://`))) {
      throw new ConfigError(`${name} must begin with file:, libsql://, http(s):// or ws(s)://`);
    }
    address(env, name, remote, { path: true, query: ['tls', 'authToken'] });
    const tls = new URL(value).searchParams.get('tls');
    if (tls !== null && !/^[01]$/.test(tls)) throw new ConfigError(`${name} must say tls=0 or tls=1`);
    if (tls === '0' && value.startsWith('libsql:') && new URL(value).port === '') {
      throw new ConfigError(`${name} must name a port with tls=0`);
    }
    return value;
  }
  const path = value.slice('file:'.length);
  if (/[?#]/.test(path)) throw new ConfigError(`${name} must write ? as %3F and # as %23`);
  checkPercentSigns(name, path);
  if (/^\/\/(?!localhost\/|\/)/.test(path)) throw new ConfigError(`${name} must be file:relative/path or file:/path`);
  if (/[/]$|^$|^\/\/localhost\/?$/.test(path) || /\p{Cc}/u.test(decodeURIComponent(path))) {
    throw new ConfigError(`${name} must name a file`);
  }
  if (decodeURIComponent(path) === ':memory:')
    throw new ConfigError(`${name} must name a file, or nothing would be kept`);
  return value;
}

/** A host name or an address to listen on or connect to. */
export function isHost(host: string): boolean {
  const bracketed = /^\[(.+)\]$/.exec(host)?.[1];
  if (bracketed !== undefined) return isIP(bracketed) === 6;
  return isIP(host) === 4 || (host.length <= 253 && hostShape.test(host));
}

/** Labels of up to 63 characters, underscores included; a name that ends in a number is a broken IPv4 address. */
const hostShape = /^(?!.*(?:^|\.)\d+\.?$)(?:(?![-_])[a-z0-9_-]{0,62}[a-z0-9](?:\.(?!$)|\.?$))+$/i;

function dissect(name: string, value: string, protocols: readonly string[]): { url: URL; rest: string } {
  const begins = protocols.map((protocol) => `${protocol}://`);
  const given = begins.find((begin) => value.toLowerCase().startsWith(begin));
  if (!given) throw new ConfigError(`${name} must begin with ${begins.join(' or ')}`);
  // URL parsers drop these characters or turn them into slashes.
  if (/[\s\p{Cc}\\]/u.test(value)) throw new ConfigError(`${name} must have no blank, line break or backslash`);
  checkPercentSigns(name, value);
  const url = URL.parse(value);
  if (!url)
    throw new ConfigError(`${name} is no address: look at its host and port, such as ${begins[0]}example.org:8080`);
  return { url, rest: value.slice(given.length) };
}

/** Every `%` must start a valid escape; a literal one is `%25`. */
function checkPercentSigns(name: string, value: string): void {
  try {
    decodeURIComponent(value);
  } catch {
    throw new ConfigError(`${name} has a percent sign that begins no encoded sign; a % itself is written %25`);
  }
}
