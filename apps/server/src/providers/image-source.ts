import { ESPN_CDN, isEspnHost, SLEEPER_CDN } from '../images/image-paths.ts'
import { publicFetch } from './http/public-hosts.ts'
import { type WebClient, type WebLogLine, webClient } from './http/web-client.ts'

const MAX_BYTES = 5 * 1024 * 1024

export interface ImageSource {
  /** Returns null if there is no picture. Throws a ProviderError if the host cannot be used. */
  read(url: string): Promise<Buffer | null>
}

type ImageSourceOptions = {
  /** Where the pictures of ESPN's hosts are read. */
  baseUrl: string
  sleeperUrl: string
  userAgent: string
  fetch?: typeof globalThis.fetch
  log?: (line: WebLogLine) => void
}

export function createImageSource(options: ImageSourceOptions): ImageSource {
  const base = new URL(options.baseUrl)
  const chosen = new Set([base.origin, new URL(options.sleeperUrl).origin])
  const isMirror = base.origin !== ESPN_CDN
  /** The callers request allowed hosts only, so there are few. */
  const clients = new Map<string, WebClient>()

  function clientFor(baseUrl: string): WebClient {
    const { origin } = new URL(baseUrl)
    const { userAgent, log, fetch = publicFetch } = options
    const limits = { maxBytes: MAX_BYTES, maxAttempts: 2 }
    // The operator chose some, which may be in a private network.
    const own = chosen.has(origin) ? {} : { fetch }
    const client = clients.get(origin) ?? webClient({ ...limits, ...own, baseUrl, userAgent, log })
    clients.set(origin, client)
    return client
  }

  return {
    read(address) {
      const url = new URL(address)
      const baseUrl =
        isMirror && isEspnHost(url.host)
          ? options.baseUrl
          : url.origin === SLEEPER_CDN
            ? options.sleeperUrl
            : url.origin
      return clientFor(baseUrl).getBytes({ path: url.pathname.slice(1), query: [...url.searchParams] })
    },
  }
}
