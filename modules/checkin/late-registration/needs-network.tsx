import type { ReactElement } from 'react';
import { preinitModule } from 'react-dom';
import type { Translator } from '#src/texts/locale.ts';
import { usePage } from '#src/ui/page.tsx';

/** Warns when the device is offline: cash sales are not queued. Without scripts the browser reports it. */
export function NeedsNetwork({ i18n }: { i18n: Translator }): ReactElement {
  preinitModule(usePage().assets.manifest.runtime, { as: 'script' });
  return (
    <p className="notice" role="status" data-no-network={i18n.t('late.offline')} hidden>
      {i18n.t('late.offline')}
    </p>
  );
}
