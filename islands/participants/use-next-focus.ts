import { type RefObject, useEffect, useRef } from 'react';

export const fieldInUse = (): Element | null => {
  const { activeElement } = document;
  return activeElement?.matches('input, select, textarea') ? activeElement : null;
};

/** Moves the focus after a press is rendered, unless another field is being edited. */
export function useNextFocus(form: RefObject<HTMLFormElement | null>): RefObject<string> {
  const goTo = useRef('');
  useEffect(() => {
    if (!goTo.current) return;
    const found = [...(form.current?.querySelectorAll<HTMLInputElement>(goTo.current) ?? [])];
    goTo.current = '';
    if (!fieldInUse()) (found.find(({ value }) => value === '') ?? found[0])?.focus();
  });
  return goTo;
}
