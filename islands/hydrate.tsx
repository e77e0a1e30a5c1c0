import { type ComponentType, createElement, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** What the islands use of React, which is packed here once for all of them. */
export { createContext, createElement, Fragment, useContext, useEffect, useId, useRef, useState } from 'react';
export { jsx, jsxs } from 'react/jsx-runtime';

type Awake = { island: ComponentType<object>; props: object; onAwake: () => void };

/** Effects of the parent run after those of the child: by then the whole island answers. */
function Awake({ island, props, onAwake }: Awake) {
  useEffect(onAwake, [onAwake]);
  return createElement(island, props);
}

/** Brings a server-rendered island to life; `data-ready` appears on it when it is interactive. */
export async function hydrate(element: HTMLElement): Promise<void> {
  const { src, props = '{}', prefix = '' } = element.dataset;
  if (!src) return;
  const { default: island } = (await import(src)) as { default: ComponentType<object> };
  const onAwake = () => {
    element.dataset.ready = '';
  };
  hydrateRoot(element, createElement(Awake, { island, props: JSON.parse(props) as object, onAwake }), {
    identifierPrefix: prefix,
    onRecoverableError: (error) => console.error('hydration', error),
  });
}
