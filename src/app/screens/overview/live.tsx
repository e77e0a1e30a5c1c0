import type { ReactElement, ReactNode } from 'react';
import { preinitModule } from 'react-dom';
import { usePage } from '#src/ui/page.tsx';

/** What the page keeps as it is by now, where there is a script (`islands/live.ts`). */
export function Live({ className, children }: { className: string; children: ReactNode }): ReactElement {
  const { assets } = usePage();
  preinitModule(assets.manifest.runtime, { as: 'script' });
  return (
    <div className={className} data-live="">
      {children}
    </div>
  );
}
