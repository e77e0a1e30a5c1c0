import { usePage } from '#src/ui/page.tsx';

/**
 * Everything that the product stores in a browser, for the privacy page and the cookie choice. `tests/stored-names.test.ts`
 * compares it with the product in both directions. `group`: `necessary` needs no consent, `ga` and `marketing` do. `where`:
 * cookie, `session` or `local` storage, `database` (IndexedDB), `cache` (of a service worker); `google`: set by Google's script,
 * which is loaded after a consent or a click.
 */
export type StoredName = {
  /** `…` stands for a variable part. */
  name: string;
  id: (typeof ids)[number];
  group: 'necessary' | 'ga';
  where: 'cookie' | 'session' | 'local' | 'database' | 'cache';
  lasts: StorageDuration;
  by?: 'google';
};
export type StorageDuration = readonly ['minutes' | 'hours' | 'days' | 'years', number] | 'tab' | 'device';

const ids = [
  'session',
  'csrf',
  'visit',
  'device',
  'loginEmail',
  'loginCode',
  'loginStep',
  'loginProvider',
  'typed',
  'language',
  'consent',
  'columns',
  'menuGroups',
  'scanner',
  'scannerDevice',
  'gateDevice',
  'scannerSettings',
  'oneTap',
  'google',
] as const;

const year = ['years', 1] as const;
const cookie = (
  name: string,
  id: StoredName['id'],
  lasts: StorageDuration,
  more: Partial<Pick<StoredName, 'group' | 'by'>> = {},
): StoredName => ({ name, id, group: 'necessary', where: 'cookie', lasts, ...more });

export const storedNames: readonly StoredName[] = [
  cookie('session', 'session', ['days', 30]),
  cookie('csrf-token', 'csrf', ['days', 30]),
  { ...cookie('csrf-token', 'csrf', 'tab'), where: 'session' },
  cookie('visit', 'visit', ['days', 30]),
  cookie('known-device', 'device', year),
  cookie('login-email', 'loginEmail', ['minutes', 15]),
  cookie('login-code', 'loginCode', ['minutes', 15]),
  cookie('login-step', 'loginStep', ['minutes', 10]),
  cookie('login-browser', 'loginProvider', ['minutes', 10]),
  cookie('login-user', 'loginProvider', ['minutes', 1]),
  cookie('login-identity', 'loginProvider', ['minutes', 15]),
  cookie('one-tap-nonce', 'loginProvider', ['hours', 1]),
  cookie('g_state', 'oneTap', ['days', 180], { by: 'google' }),
  cookie('typed', 'typed', ['hours', 1]),
  { ...cookie('typed…', 'typed', 'tab'), where: 'session' },
  cookie('language', 'language', year),
  cookie('ccn-interacted', 'consent', year),
  { ...cookie('columns:…', 'columns', 'device'), where: 'local' },
  { ...cookie('menu-groups', 'menuGroups', 'device'), where: 'local' },
  { ...cookie('startblock-scanner-device', 'scannerDevice', 'device'), where: 'local' },
  cookie('gate-device', 'gateDevice', ['days', 180]),
  { ...cookie('startblock-scanner-signals', 'scannerSettings', 'device'), where: 'local' },
  { ...cookie('startblock-scanner-camera', 'scannerSettings', 'device'), where: 'local' },
  { ...cookie('startblock-scanner-mode', 'scannerSettings', 'device'), where: 'local' },
  { ...cookie('startblock-scanner', 'scanner', 'device'), where: 'database' },
  { ...cookie('startblock-scanner-…', 'scanner', 'device'), where: 'database' },
  { ...cookie('startblock-scan-1', 'scanner', 'device'), where: 'cache' },
  cookie('_ga', 'google', year, { group: 'ga', by: 'google' }),
  cookie('_ga_…', 'google', year, { group: 'ga', by: 'google' }),
];

export const storedNameOf = (where: StoredName['where'], name: string): StoredName | undefined =>
  storedNames.find(
    (one) =>
      one.where === where && (one.name.endsWith('…') ? name.startsWith(one.name.slice(0, -1)) : one.name === name),
  );

/** The names stored in the browser, with purpose and lifetime. */
export function StorageTable({ group }: { group: StoredName['group'] }) {
  const { i18n } = usePage();
  const lasting = ({ lasts }: StoredName): string =>
    typeof lasts === 'string' ? i18n.t(`stored.lasts.${lasts}`) : i18n.t(`stored.lasts.${lasts[0]}`, { n: lasts[1] });
  return (
    <ul className="stored-list small">
      {storedNames
        .filter((one) => one.group === group)
        .map((one) => (
          <li key={`${one.where} ${one.name}`}>
            <code>{one.name}</code> ({i18n.t(`stored.where.${one.where}`)}, {lasting(one)}):{' '}
            {i18n.t(`stored.what.${one.id}`)}
          </li>
        ))}
    </ul>
  );
}
