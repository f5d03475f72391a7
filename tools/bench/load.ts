import autocannon, { type Options, type Request } from 'autocannon'
import type { BenchServer } from './baselines.ts'
import { median } from './table.ts'

/** Requests per second, latencies in milliseconds, percent of one core, microseconds of CPU time per request. */
export type Measurement = {
  rate: number
  p50: number
  p99: number
  cpuShare: number
  cpuMicros: number
  memoryMb: number
}

/** Sends requests to a server for a duration or up to an amount. Throws on an unexpected response. */
export async function measure(
  { address, child }: BenchServer,
  { expects, ...options }: Partial<Options> & { expects: '2xx' | '3xx' },
): Promise<Measurement> {
  const before = child.resourceUsage()
  const started = performance.now()
  // On a busy machine, a response can take longer than the ten seconds that are the default.
  const result = await autocannon({ url: address, timeout: 60, ...options })
  const elapsed = performance.now() - started
  const { cpuMs, memoryMb } = child.resourceUsage()
  const unexpected = result.requests.total - result[expects]
  // Requests in progress at the end are counted as requests, but have no response.
  if (result.errors > 0 || result[expects] === 0 || unexpected > (options.connections ?? 1)) {
    throw new Error(
      `unexpected responses from ${address}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`,
    )
  }
  return {
    rate: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuShare: ((cpuMs - before.cpuMs) / elapsed) * 100,
    cpuMicros: ((cpuMs - before.cpuMs) * 1000) / result.requests.total,
    memoryMb,
  }
}

/**
 * @param measurements at least one
 * @returns the median of each figure
 */
export function medianMeasurement(measurements: readonly Measurement[]): Measurement {
  const medianOf = (figure: keyof Measurement) =>
    median(measurements.map((measurement) => measurement[figure]))
  return {
    rate: medianOf('rate'),
    p50: medianOf('p50'),
    p99: medianOf('p99'),
    cpuShare: medianOf('cpuShare'),
    cpuMicros: medianOf('cpuMicros'),
    memoryMb: medianOf('memoryMb'),
  }
}

/**
 * The server caches responses per set of cookies, so none of these is served from the cache, like a member's first view
 * after a change.
 */
export function withUniqueCookies(headers: Record<string, string>) {
  let count = 0
  const setupRequest = (request: Request) => {
    count += 1
    const cookie = `${headers['cookie']}; browser=${process.hrtime.bigint()}-${count}`
    return { ...request, headers: { ...headers, cookie } }
  }
  return { requests: [{ setupRequest }] }
}
