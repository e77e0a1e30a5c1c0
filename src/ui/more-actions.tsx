import { type ReactElement, type ReactNode, useId } from 'react';
import { useTranslator } from './page.tsx';

/**
 * What is done with a page now and then, beside its one main action: side by side, on a phone behind one button, by the
 * browser's own means.
 */
export function MoreActions({ children }: { children: ReactNode }): ReactElement {
  const id = useId();
  return (
    <>
      <button className="button button-quiet button-small more-actions-button" type="button" popoverTarget={id}>
        {useTranslator().t('ui.moreActions')}
      </button>
      <div className="more-actions" id={id} popover="auto">
        {children}
      </div>
    </>
  );
}
