/**
 * What React calls the fields of its own records, of fibers and roots above all: nobody else ever sees one of these, so they
 * need no long names. Whatever crosses the border (elements, props, refs, hooks, components, options of a root, names of the
 * browser) is none of them.
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

/** For the one that shortens them; it leaves alone what a browser has a name for. */
export const ownName = new RegExp(`^${anyOf}$`);

/**
 * One that is still there is said in a text, is a browser's too, or belongs to somebody else as well: shortening it would
 * part two who mean the same.
 */
export function requireShortened(file: string, code: string): void {
  const left = new Set([...code.matchAll(new RegExp(`(?<![\\w$])${anyOf}(?![\\w$])`, 'g'))].map(([name]) => name));
  if (left.size > 0) throw new Error(`${file} still says ${[...left].join(', ')}: take it out of react-names.ts`);
}
