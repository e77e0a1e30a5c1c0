import { type ComponentType, createElement, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** What the islands use of React, which is packed here once for all of them. */
export { createContext, createElement, Fragment, useContext, useEffect, useId, useRef, useState } from 'react';
export { jsx, jsxs } from 'react/jsx-runtime';
export { flushSync } from 'react-dom';

type Hydrated = { island: ComponentType<object>; props: object; onHydrated: () => void };

/** Effects of the parent run after those of the child: by then the whole island answers. */
function Hydrated({ island, props, onHydrated }: Hydrated) {
  useEffect(onHydrated, [onHydrated]);
  return createElement(island, props);
}

/** An island; `prepare` brings what these props need beside its script. */
type Woken = { default: ComponentType<object>; prepare?: (props: object) => Promise<void> };

/** Brings a server-rendered island to life; `data-ready` appears on it when it is interactive. */
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
