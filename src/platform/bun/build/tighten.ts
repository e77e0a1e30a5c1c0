import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MinifyOptions, minify } from 'terser';

const cache = 'node_modules/.cache/startblock';

/**
 * Of React's own records: nobody outside its file reads them, and no element, event or component has a property of such a
 * name. Short ones make the largest script of all 2 KB smaller. A name that React gives up is passed over.
 */
const namesOfReact = [
  'memoized(State|Props|Value)|pending(Props|Context|Lanes)|updateQueue|alternate|stateNode|elementType|child|sibling',
  'flags|subtreeFlags|deletions|lanes|childLanes|baseLanes|(suspended|pinged|warm|expired|entangled|retry|revert)Lanes?',
  'errorRecoveryDisabledLanes|entanglements|expirationTimes|hiddenUpdates|hiddenCallbacks|callbackNode|callbackPriority',
  'baseState|baseQueue|(first|last)BaseUpdate|lastRendered(Reducer|State)|lastEffect|hasEagerState|eagerState|retryQueue',
  'timeoutHandle|cancelPendingCommit|shellSuspendCounter|isDehydrated|dehydrated|hydrationErrors|treeContext|treeForkCount',
  'tailMode|renderingStartTime|firstContext|dependencies|memoCache|cachePool|pooledCache(Lanes)?|refCleanup|refCount',
  'containerInfo|targetContainers|domEventName|eventSystemFlags|blockedOn|targetInst|getSnapshot|incompleteTransitions',
  'reactFragments|fragmentInstance|optionsOrUseCapture|attachedListener|hoistable(Scripts|Styles)|suspenseyImages',
  'waitingFor(Images|ViewTransition)|is(PropagationStopped|DefaultPrevented)|use[A-Z]\\w+|unstable_\\w+',
  '_(fragmentFiber|visibility|eventListeners|retryCache|valueTracker|observers|currentValue2?)|__reactViewTransition',
  '__(CLIENT|DOM)_INTERNALS\\w+',
];
const options: MinifyOptions = {
  module: true,
  ecma: 2020,
  compress: {
    passes: 3,
    pure_getters: true,
    unsafe: true,
    unsafe_arrows: true,
    unsafe_comps: true,
    unsafe_methods: true,
  },
  format: { comments: false },
};
/** Its functions are shared less well when each is written where it is called. */
const optionsOfReact: MinifyOptions = {
  ...options,
  compress: { passes: 2, pure_getters: true, unsafe_arrows: true, unsafe_methods: true, reduce_funcs: false },
  mangle: { properties: { regex: new RegExp(`^(${namesOfReact.join('|')})$`), keep_quoted: true, builtins: true } },
};

/**
 * Makes a bundled script smaller once more; a phone loads it before a step of the booking wakes up. That takes seconds for
 * React, so what was done once is kept.
 */
export async function tighten(file: string, { isReact }: { isReact: boolean }): Promise<void> {
  const code = readFileSync(file, 'utf8');
  const how = isReact ? optionsOfReact : options;
  const way = createHash('sha256')
    .update(JSON.stringify(how))
    .update(isReact ? namesOfReact.join() : '');
  const kept = join(cache, `${way.update(code).digest('hex')}.js`);
  if (!existsSync(kept)) {
    const { code: smaller } = await minify(code, structuredClone(how));
    mkdirSync(cache, { recursive: true });
    writeFileSync(kept, smaller ?? code);
  }
  writeFileSync(file, readFileSync(kept));
}
