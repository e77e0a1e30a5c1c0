import { type RefObject, useEffect, useRef } from 'react';

/** The latest value of a render, for cameras, listeners and timers that outlive it. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
