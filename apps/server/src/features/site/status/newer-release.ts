import { z } from 'zod'
import { limitedFetch } from '../../../providers/http/attempts.ts'

/** The newest release as GitHub (`tag_name`) and the npm registry (`version`) name it. */
const NewestRelease = z.union([
  z.object({ tag_name: z.string().max(100) }).transform(({ tag_name }) => tag_name),
  z.object({ version: z.string().max(100) }).transform(({ version }) => version),
])

/** Asks the address of `UPDATES_URL` for the newest release. Throws an error whose message is for site admins. */
export async function readNewestRelease(
  url: string,
  options: { userAgent: string; signal?: AbortSignal; fetch?: typeof globalThis.fetch },
): Promise<string> {
  const send = limitedFetch(options)
  const headers = { accept: 'application/json' }
  const response = await send(url, { method: 'GET', headers, signal: options.signal }).catch(
    (cause: unknown) => {
      throw new Error(`${new URL(url).host} didn't respond.`, { cause })
    },
  )
  if (!response.ok) throw new Error(`${new URL(url).host} responded with HTTP ${response.status}.`)
  const newest = NewestRelease.safeParse(await response.json().catch(() => null))
  const version = newest.success ? parseVersion(newest.data) : null
  if (version === null) throw new Error(`The response of ${new URL(url).host} names no release.`)
  return version.join('.')
}

/** Whether a release is newer than the running one. Whatever follows the three numbers of a version is ignored. */
export function isNewerRelease(newest: string, running: string): boolean {
  const [a, b] = [parseVersion(newest), parseVersion(running)]
  if (a === null || b === null) return false
  const index = a.findIndex((number, position) => number !== b[position])
  return index >= 0 && (a[index] ?? 0) > (b[index] ?? 0)
}

function parseVersion(text: string): number[] | null {
  const numbers = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?![\d.])/.exec(text)?.slice(1)
  return numbers?.map(Number) ?? null
}
