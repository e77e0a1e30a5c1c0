import { type RefObject, useEffect, useRef } from 'react';

/** A value as the newest render has it, for what outlives a render: a camera, a listener, a timer. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
