import type { ReactElement } from 'react';
import { preinitModule } from 'react-dom';
import { usePage } from './page.tsx';

/**
 * A page whose truth may have changed since it was left: when the browser puts it back from its back-forward cache, the
 * script asks the server anew. (`cache-control: no-store`, which every page carries, keeps most browsers from that.)
 */
export function ReloadedWhenRestored(): ReactElement {
  preinitModule(usePage().assets.manifest.runtime, { as: 'script' });
  return <span hidden data-reload-restored="" />;
}
