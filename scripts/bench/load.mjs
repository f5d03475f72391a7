import autocannon from 'autocannon'
import { median } from './table.mjs'

/**
 * @typedef {{ rate: number, p50: number, p99: number, cpuShare: number, cpuMicros: number, memoryMb: number }} Measurement
 *   requests a second, milliseconds, percent of one processor, its microseconds for a request
 */

/**
 * Asks a server for some time, or so many times, and throws when it answers otherwise than expected.
 * @param {import('./baselines.mjs').BenchServer} rival
 * @param {Partial<import('autocannon').Options> & { expects: '2xx' | '3xx' }} options
 * @returns {Promise<Measurement>}
 */
export async function measure({ address, child }, { expects, ...options }) {
  const before = child.resourceUsage()
  const started = performance.now()
  const result = await autocannon({ url: address, ...options })
  const elapsed = performance.now() - started
  const { cpuMs, memoryMb } = child.resourceUsage()
  const others = result.requests.total - result[expects]
  // Those under way at the end are counted as asked, and never answered.
  if (result.errors > 0 || result[expects] === 0 || others > (options.connections ?? 1)) {
    throw new Error(
      `${address} did not answer as expected: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`,
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
 * @param {readonly Measurement[]} measures at least one
 * @returns {Measurement} the median of each figure
 */
export function medianMeasurement(measures) {
  const middle = (/** @type {keyof Measurement} */ figure) => median(measures.map((each) => each[figure]))
  return {
    rate: middle('rate'),
    p50: middle('p50'),
    p99: middle('p99'),
    cpuShare: middle('cpuShare'),
    cpuMicros: middle('cpuMicros'),
    memoryMb: middle('memoryMb'),
  }
}
