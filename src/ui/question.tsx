import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';

/**
 * A question that stands between a button and what it does, inside the form whose buttons answer it. Without script it is
 * a part of the page; with script it is shown modal, and Escape says no. Gone, it gives the focus back.
 */
export function Question(props: {
  id: string;
  title: string;
  children: ReactNode;
  /** The buttons; the first one is focused. */
  actions: ReactNode;
  onNo: () => void;
}): ReactElement {
  const { id, title, children, actions, onNo } = props;
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    element.current?.close();
    element.current?.showModal();
    return () => (before as HTMLElement | null)?.focus?.();
  }, []);
  return (
    <dialog
      className="dialog"
      id={id}
      ref={element}
      open
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault();
        onNo();
      }}
    >
      <div className="dialog-body">
        <h2 id={`${id}-title`}>{title}</h2>
        {children}
        <div className="dialog-actions">{actions}</div>
      </div>
    </dialog>
  );
}
