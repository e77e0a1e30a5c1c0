import { type ComponentType, createElement, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

export { createContext, createElement, Fragment, useContext, useEffect, useId, useRef, useState } from 'react';
export { jsx, jsxs } from 'react/jsx-runtime';
export { flushSync } from 'react-dom';

type Hydrated = { island: ComponentType<object>; props: object; onHydrated: () => void };

/** Parent effects run after those of children: the whole island is interactive by then. */
function Hydrated({ island, props, onHydrated }: Hydrated) {
  useEffect(onHydrated, [onHydrated]);
  return createElement(island, props);
}

/** `prepare` loads what these props need besides the script. */
type Woken = { default: ComponentType<object>; prepare?: (props: object) => Promise<void> };

export async function hydrate(element: HTMLElement): Promise<void> {
  const { src, prefix = '' } = element.dataset;
  if (!src) return;
  const { default: island, prepare } = (await import(src)) as Woken;
  const given = JSON.parse(element.nextElementSibling?.textContent || '{}') as object;
  await prepare?.(given);
  const onHydrated = () => {
    element.dataset.ready = '';
  };
  hydrateRoot(element, createElement(Hydrated, { island, props: given, onHydrated }), {
    identifierPrefix: prefix,
    onRecoverableError: (error) => console.error('hydration', error),
  });
}
