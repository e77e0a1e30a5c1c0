import type { ReactElement } from 'react';
import { preinitModule } from 'react-dom';
import { usePage } from './page.tsx';

/**
 * Reloads a page that the browser restored from its back-forward cache. (`cache-control: no-store` prevents that in most
 * browsers.)
 */
export function ReloadWhenRestored(): ReactElement {
  preinitModule(usePage().assets.manifest.runtime, { as: 'script' });
  return <span hidden data-reload-restored="" />;
}
