import type { ReactElement } from 'react';
import { preinitModule } from 'react-dom';
import type { Translator } from '#src/texts/locale.ts';
import { usePage } from '#src/ui/page.tsx';

/** Says that nothing can be sent now, as soon as that is so; money waits for no network. Without a script the browser says it. */
export function NeedsNetwork({ i18n }: { i18n: Translator }): ReactElement {
  preinitModule(usePage().assets.manifest.runtime, { as: 'script' });
  return (
    <p className="notice" role="status" data-no-network={i18n.t('late.offline')} hidden>
      {i18n.t('late.offline')}
    </p>
  );
}
