import { type ClientRequest, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProgram } from './program.ts'
import { rounded, table } from './table.ts'

/** The server allows this many streams per user. */
const STREAMS_PER_READER = 10

/** Measures the memory and the CPU time of a server with open event streams while nothing happens. */
export async function measureStreams(
  readers: readonly { league: string; token: string }[],
  env: Record<string, string>,
) {
  const site = await startProgram('main', /listening on (\S+)/, {
    SOURCES_OFF: 'odds,weather,news,sheets',
    ...env,
  })
  const streams: ClientRequest[] = []
  try {
    const rows = []
    await sleep(2000)
    for (const share of [0, 0.1, 1]) {
      const count = Math.round(readers.length * STREAMS_PER_READER * share)
      while (streams.length < count) {
        const reader = readers[streams.length % readers.length]
        if (reader === undefined) throw new Error('no readers')
        streams.push(await openStream(site.address, reader))
      }
      const cpuBefore = site.resourceUsage().cpuMs
      await sleep(5000)
      const { cpuMs, memoryMb } = site.resourceUsage()
      rows.push([count, rounded(memoryMb), rounded((cpuMs - cpuBefore) / 50, 1)])
    }
    return table(['open streams', 'MB', 'CPU %'], rows)
  } finally {
    for (const stream of streams) stream.destroy()
    await site.stop()
  }
}

function openStream(
  address: string,
  { league, token }: { league: string; token: string },
): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = get(
      `${address}/api/league/${encodeURIComponent(league)}/events/`,
      { headers: { cookie: `sessionid=${token}` }, agent: false },
      (response) => {
        if (response.statusCode !== 200)
          return reject(new Error(`an event stream returned ${response.statusCode}`))
        response.on('error', () => undefined).resume()
        resolve(request)
      },
    )
    request.on('error', reject)
  })
}
