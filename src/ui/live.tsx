import type { ReactElement, ReactNode } from 'react';
import { preinitModule } from 'react-dom';
import { usePage } from './page.tsx';

type Props = {
  className: string;
  children: ReactNode;
  /** Seconds between updates. */
  every?: number;
};

/** A region that updates itself by a script (`islands/live.ts`). */
export function Live({ className, children, every = 15 }: Props): ReactElement {
  const { assets } = usePage();
  preinitModule(assets.manifest.runtime, { as: 'script' });
  return (
    <div className={className} data-live={every}>
      {children}
    </div>
  );
}
