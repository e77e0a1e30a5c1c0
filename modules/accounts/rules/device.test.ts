import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';

const mozilla = 'Mozilla/5.0';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';
const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6';

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0`, 'Firefox', 'Windows'],
  [`${mozilla} (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0`, 'Firefox', 'Linux'],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome', 'Windows'],
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/141.0.0.0`, 'Edge', 'Windows'],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${safari} Safari/605.1.15`, 'Safari', 'macOS'],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${chrome} Safari/537.36 OPR/122.0.0.0`, 'Opera', 'macOS'],
  [`${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari} Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 CriOS/141.0 Mobile/15E148 Safari/604.1`,
    'Chrome',
    'iPhone',
  ],
  [`${mozilla} (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 FxiOS/143.0 Safari/604.1`, 'Firefox', 'iPad'],
  [`${mozilla} (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome', 'Android'],
  [
    `${mozilla} (Linux; Android 10; K) SamsungBrowser/28.0 ${chrome} Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
  ],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, 'Chrome', 'ChromeOS'],
  ['curl/8.5.0', null, null],
  ['Bun/1.4.5 (Linux)', null, 'Linux'],
  ['', null, null],
  [null, null, null],
])('%s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});
