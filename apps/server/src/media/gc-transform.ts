import { Transform } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const COLLECT_EVERY_BYTES = 8 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as (options: { type: 'minor' }) => void
setFlagsFromString('--no-expose-gc')

/**
 * Passes a stream on, and gives back the memory of what has passed. By itself the engine lets
 * 32 MB of spent buffers gather before it looks at them.
 */
export function createGcTransform(): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      passed += chunk.length
      if (passed >= COLLECT_EVERY_BYTES) {
        passed = 0
        collectGarbage({ type: 'minor' })
      }
      done(null, chunk)
    },
  })
}
