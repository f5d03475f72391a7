import { bootstrap } from '../scripts/bootstrap/bootstrap.ts'
import { withSharedServers } from './test-app.ts'

/**
 * Starts the servers that all tests share.
 * @returns a function that stops them
 */
export default async function setUp(): Promise<() => Promise<void>> {
  // `npm test` has built what is out of date.
  if (process.env['TEST_SCOPE'] === undefined) await bootstrap()
  const { promise: isFinished, resolve: finish } = Promise.withResolvers<void>()
  return new Promise((resolve, reject) => {
    const running = withSharedServers(() => {
      resolve(() => {
        finish()
        return running
      })
      return isFinished
    })
    running.catch(reject)
  })
}
