import { expect, test } from 'vitest';
import { proxyDoubts } from './client-address.ts';

test('a number of proxies that cannot be right is said once', () => {
  const told = (trustedProxies: number, ...headers: (string | undefined)[]) => {
    const lines: string[] = [];
    const doubt = proxyDoubts({ warn: (line) => void lines.push(line) }, trustedProxies);
    for (const header of headers) doubt(header);
    return lines;
  };
  expect(told(0, undefined, undefined)).toEqual([]);
  expect(told(1, '198.51.100.7', '198.51.100.8')).toEqual([]);
  expect(told(0, undefined, '198.51.100.7', '198.51.100.8')).toEqual([expect.stringContaining('TRUST_PROXY is 0')]);
  expect(told(2, '198.51.100.7', undefined, undefined)).toEqual([expect.stringContaining('TRUST_PROXY is not 0')]);
});
