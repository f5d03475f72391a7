import { isIP, isIPv4 } from 'node:net'
import { z } from 'zod'

const urlSchema = (protocols: readonly string[], expected: string) =>
  z.string().refine((text) => {
    const protocol = protocols.find((each) => text.startsWith(each))
    return protocol !== undefined && text.length > protocol.length && URL.canParse(text)
  }, `expected ${expected}`)

export const WebAddress = urlSchema(['http://', 'https://'], 'a URL that starts with http:// or https://')
  // fetch rejects such URLs, and its error message would reveal the password.
  .refine((text) => !hasCredentials(text), 'expected a URL without a username or password')
  .transform((text) => text.replace(/\/+$/, ''))

export const MediaAddress = urlSchema(['file:', 's3://'], 'file:FOLDER or s3://bucket/prefix').refine(
  (text) => isDecodable(text) && !hasCredentials(text),
  'expected file:FOLDER or s3://bucket/prefix, with % encoded as %25',
)

const ESCAPING_HINT = 'with / ? # @ and % in the password encoded as %2F %3F %23 %40 and %25'

/**
 * A URL with a password. If an unescaped character ended the host part within the password, the rest would be
 * parsed as a path and could be shown in messages, so such a URL is rejected.
 */
const serverUrlSchema = (protocols: readonly string[], expected: string) =>
  z
    .string()
    .refine((text) => protocols.some((each) => text.startsWith(each) && text.length > each.length), {
      error: `expected ${expected}`,
      abort: true,
    })
    .refine((text) => hasCompleteAuthority(text), `expected ${expected}, ${ESCAPING_HINT}`)

export const DatabaseUrl = serverUrlSchema(
  ['postgres://', 'postgresql://'],
  'a URL that starts with postgres://',
)

export const MailAddress = serverUrlSchema(
  ['smtp://', 'smtps://'],
  'a URL that starts with smtp:// or smtps://',
).refine((text) => isDecodable(text), `expected a URL ${ESCAPING_HINT}`)

/** The addresses of trusted proxies, in the notation of Fastify's `trustProxy`. */
export const TrustedProxies = z
  .string()
  .refine(
    (text) => text === 'off' || text.split(',').every((each) => isProxyAddress(each.trim())),
    'expected a comma-separated list of addresses such as 10.0.0.1, 10.0.0.0/8 or loopback',
  )
  .transform((text) => (text === 'off' ? undefined : text))

function hasCredentials(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username !== '' || password !== ''
}

function hasCompleteAuthority(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { pathname, search, hash } = new URL(text)
  return !`${pathname}${search}${hash}`.includes('@')
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  if (isIP(address) === 0 || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128))
}
