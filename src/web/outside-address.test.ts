import { expect, test } from 'vitest';
import { InsideAddress, isOutsideAddress, isOutsideIp, requireOutside } from './outside-address.ts';

test.each([
  ...[
    '10.1.2.3',
    '127.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
  ],
  ...['224.0.0.1', '255.255.255.255', '198.18.0.1', '::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1'],
  ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1', '2001::1', 'no address'],
])('%s is inside', (ip) => {
  expect(isOutsideIp(ip)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a00:1450:4001::200e', '2606:4700::1111'])(
  '%s is outside',
  (ip) => {
    expect(isOutsideIp(ip)).toBe(true);
  },
);

const strict = { allowPrivateAddresses: false };

test('where the setting allows it, this machine may be called, by http as well', () => {
  const allowed = { allowPrivateAddresses: true };
  for (const address of ['http://127.0.0.1:4322/1/K', 'http://localhost/1', 'https://10.0.0.1/']) {
    expect(isOutsideAddress(address, allowed)).toBe(true);
    expect(isOutsideAddress(address, strict)).toBe(false);
  }
  expect(isOutsideAddress('file:///etc/passwd', allowed)).toBe(false);
  expect(isOutsideAddress('https://api.raceresult.com/1/K', strict)).toBe(true);
});

test('every address of a name has to be outside, at each call', async () => {
  const found =
    (...ips: string[]) =>
    async () =>
      ips.map((address) => ({ address }));
  const call = (...ips: string[]) => requireOutside('https://timing.example.org/1/K', strict, found(...ips));
  await call('93.184.216.34');
  await expect(call('93.184.216.34', '10.0.0.1')).rejects.toBeInstanceOf(InsideAddress);
  await expect(call()).rejects.toBeInstanceOf(InsideAddress);
  await expect(
    requireOutside('https://timing.example.org/1/K', strict, async () => {
      throw new Error('ENOTFOUND');
    }),
  ).rejects.toBeInstanceOf(InsideAddress);
});
