import type { ReactElement } from 'react';
import { preinitModule } from 'react-dom';
import type { Translator } from '#src/texts/locale.ts';
import { usePage } from '#src/ui/page.tsx';

/** Says that nothing can be sent now, as soon as that is so; money waits for no network. Without a script the browser says it. */
export function NeedsNetwork({ words }: { words: Translator }): ReactElement {
  preinitModule(usePage().assets.manifest.runtime, { as: 'script' });
  return (
    <p className="notice" role="status" data-no-network={words.t('late.offline')} hidden>
      {words.t('late.offline')}
    </p>
  );
}
