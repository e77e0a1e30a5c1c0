import { type ReactElement, type ReactNode, useId } from 'react';
import { useTranslator } from './page.tsx';

/** Secondary actions of a page: side by side, on a phone behind one button, without a script. */
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
