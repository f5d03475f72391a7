import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export type HeaderOptions = {
  /** Hashes of the page's own inline scripts, in the form `sha256-…`. */
  scriptHashes: readonly string[]
  /** Whether people reach the product through https. */
  isSecure: boolean
}

/** What every answer tells the browser that it may do with it. */
export async function sendSafetyHeaders(
  app: FastifyInstance,
  { scriptHashes, isSecure }: HeaderOptions,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        // Team logos are addresses that league members chose, on any host.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onSend', async (_, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  })
}
