import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type CompressOptions, type MangleOptions, minify } from 'terser';
import { kept } from './pack.ts';

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

const packed = (code: string): number => gzipSync(code, { level: 9 }).length;

async function smaller(code: string, way: CompressOptions, mangle: MangleOptions = {}): Promise<string> {
  const made = await minify(code, {
    module: true,
    ecma: 2020,
    compress: { ...way, pure_getters: true, unsafe_arrows: true, unsafe_methods: true },
    mangle,
    format: { comments: false },
  });
  return made.code ?? code;
}

/** Separate statements and unchanged comparisons compress better. */
const plain: CompressOptions = { sequences: false, lhs_constants: false };

const isReact = (file: string): boolean => basename(file).startsWith('hydrate');

/** React compresses best with its functions in place; for our scripts the best of several options is used. */
async function smallest(file: string, code: string): Promise<string> {
  if (isReact(file)) {
    return smaller(code, { passes: 2, reduce_funcs: false, ...plain }, { properties: { regex: ownName } });
  }
  const two = await smaller(code, { passes: 2 });
  const three = await smaller(code, { passes: 3 });
  const ways = [
    two,
    await smaller(two, { passes: 2 }),
    await smaller(three, { passes: 3 }),
    await smaller(code, { passes: 2, ...plain }),
    await smaller(code, { passes: 3, ...plain, reduce_funcs: false }),
  ];
  return ways.reduce((best, way) => (packed(way) < packed(best) ? way : best));
}

/**
 * Minifies a bundled script again, because phones load it before a booking step wakes up. Takes seconds for React, so results are
 * cached.
 */
export async function removeUnusedBytes(file: string): Promise<void> {
  const code = readFileSync(file, 'utf8');
  const way = `${basename(file)} ${smaller} ${smallest} ${JSON.stringify(plain)} ${isReact(file) ? ownNames : ''} `;
  const made = await kept(way, code, () => smallest(file, code));
  if (isReact(file)) requireShortened(file, made.toString());
  writeFileSync(file, made);
}
