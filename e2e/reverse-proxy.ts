import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReverseProxy = {
  address: string
  /** From now on a newer build stands behind it: another worker, and no file of the old one. */
  deployNewBuild: () => void
  close: () => Promise<void>
}

/** A proxy before a product, as many households run one, that can pass for a newer build. */
export async function startReverseProxy(product: { address: string }): Promise<ReverseProxy> {
  let isNewer = false
  const server = createServer((incoming, answer) => {
    const { url: path = '/', method, headers } = incoming
    if (isNewer && path.startsWith('/assets/')) {
      answer.writeHead(404).end()
      return
    }
    const isWorker = path === '/sw.js'
    // The worker is asked for whole and as it is: neither packed nor only if it has changed.
    const init = { method, headers: isWorker ? { host: headers.host } : headers }
    const asked = request(`${product.address}${path}`, init, (given) => {
      const isChanged = isWorker && isNewer
      const told = { ...given.headers }
      if (isChanged) delete told['content-length']
      answer.writeHead(given.statusCode ?? 502, told)
      given.pipe(answer, { end: !isChanged })
      if (isChanged) given.on('end', () => answer.end('\n// newer'))
    })
    asked.on('error', () => answer.destroy())
    incoming.pipe(asked)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deployNewBuild: () => {
      isNewer = true
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
