/**
 * Internal property names of React, mostly of fibers and roots, which the build shortens. Names that cross its interface
 * (elements, props, refs, hooks, components, root options, browser names) are not among them.
 */
export const ownNames = `
memoizedState stateNode memoizedProps sibling updateQueue pendingProps subtreeFlags lanes _fragmentFiber childLanes pendingLanes
dependencies baseState dehydrated cachePool cancelPendingCommit lastRenderedReducer suspendedLanes _visibility lastBaseUpdate
lastRenderedState callbackNode elementType hasEagerState firstBaseUpdate callbackPriority blockedOn deletions unsuspend eagerState
isDehydrated errorRecoveryDisabledLanes timeoutHandle pingedLanes retryLane firstContext attachedListener entanglements revertLane
entangledLanes baseLanes baseQueue lastEffect shellSuspendCounter hiddenCallbacks hydrationErrors renderingStartTime refCleanup
pendingContext pooledCache expirationTimes retryQueue treeContext sortIndex warmLanes memoCache treeForkCount tailMode expiredLanes
pooledCacheLanes containerInfo _currentValue _currentValue2 _internalRoot _reactInternals _threadCount pingCache targetContainers
hiddenUpdates imgCount imgBytes suspenseyImages waitingForImages waitingForViewTransition _retryCache reactFragments
pendingChildren isBackwards _stashedDisplay _stashedText _transitions _pendingMarkers memoizedValue enqueueReplaceState
enqueueForceUpdate enqueueSetState
`
  .trim()
  .split(/\s+/);

const anyOf = `(${ownNames.join('|')})`;

/** For the minifier, which spares names of the browser. */
export const ownName = new RegExp(`^${anyOf}$`);

/** A remaining name is in a string, belongs to the browser too, or is used elsewhere; shortening it would break that. */
export function requireShortened(file: string, code: string): void {
  const left = new Set([...code.matchAll(new RegExp(`(?<![\\w$])${anyOf}(?![\\w$])`, 'g'))].map(([name]) => name));
  if (left.size > 0) throw new Error(`${file} still says ${[...left].join(', ')}: take it out of react-names.ts`);
}
