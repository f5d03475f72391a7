import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { runUntilStopped } from '../app/program.ts'
import { runServer } from '../app/run-server.ts'
import { publicFetch } from '../providers/http/public-hosts.ts'
import { loadEnvironment, readSettings } from '../settings.ts'

const Message = z.strictObject({
  clock: z.union([
    z.strictObject({ offsetMs: z.number() }),
    z.strictObject({ atMs: z.number(), speed: z.number().min(0) }),
  ]),
  /** Only before the start: the URLs of servers on this machine that stand for hosts which posts link to, by host name. */
  linkedHosts: z.record(z.string(), z.url()).optional(),
})

/**
 * Runs the server like `main.ts`, with the clock of the parent process, which sends it before the start and
 * whenever it changes. No setting does what its messages do. Sends the addresses when the server listens, and then a response to each new clock.
 * Stops when the parent process ends.
 */
await runUntilStopped(async () => {
  const settings = readSettings(loadEnvironment())
  const [firstMessage] = (await once(process, 'message')) as [unknown]
  let now = clockOf(firstMessage)
  const server = await runServer(settings, () => now(), previewFetchOf(firstMessage))
  process.on('message', (message) => {
    now = clockOf(message)
    // What the parent process prints next comes after the log.
    server.log.flush()
    process.send?.({})
  })
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.send?.({
    publicUrl: server.publicUrl,
    localUrl: localUrlOf(server.app.server.address() as AddressInfo),
    adminCode: settings.adminSignupCode,
    needsAdmin: server.needsAdmin,
  })
  return server
})

function clockOf(message: unknown): () => Date {
  const { clock } = Message.parse(message)
  if ('offsetMs' in clock) return () => new Date(Date.now() + clock.offsetMs)
  const receivedAtMs = performance.now()
  return () => new Date(clock.atMs + Math.round((performance.now() - receivedAtMs) * clock.speed))
}

/** Requests of linked hosts reach their servers on this machine, and all others public addresses only. */
function previewFetchOf(message: unknown): typeof globalThis.fetch {
  const { linkedHosts = {} } = Message.parse(message)
  return (input, init) => {
    const { hostname, pathname, search } = new URL(input instanceof Request ? input.url : input)
    const localUrl = linkedHosts[hostname]
    return localUrl === undefined
      ? publicFetch(input, init)
      : fetch(new URL(pathname + search, localUrl), init)
  }
}

/** A server that listens on all addresses is reached through the local one. */
function localUrlOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
