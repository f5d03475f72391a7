import { HOUR_MS } from '@fieldhouse/domain/duration'
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client'
import { z } from 'zod'
import type { OidcSettings } from '../settings.ts'
import { type LimitedFetchOptions, limitedFetch, ProviderError } from './http/attempts.ts'

const DISCOVERY_TTL_MS = HOUR_MS

/** What binds the provider's response to the browser and the request that started the sign-in. */
type SignInSecrets = { state: string; nonce: string; codeVerifier: string }

/** A person as the provider knows them. `issuer` and `subject` together identify them. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  /** null unless the provider says that it has verified the address. */
  email: string | null
  firstName: string
  lastName: string
  /** The name that the person goes by at the provider; empty if unknown. */
  nickname: string
}

/** A port to an OpenID Connect provider. Both methods throw a ProviderError: `unavailable` or `refused`. */
export interface SignInProvider {
  readonly id: string
  readonly name: string
  /** Normalized. The issuer in an identity may be written without the slash at the end. */
  readonly issuer: string
  authorizationUrl(secrets: SignInSecrets, redirectUri: string): Promise<string>
  identify(secrets: SignInSecrets, callbackUrl: URL): Promise<ProviderIdentity>
}

const Text = z.string().catch('')

const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.email().max(254).nullish().catch(null),
  // Some providers send the text 'true'.
  email_verified: z.literal([true, 'true']).nullish().catch(null),
  given_name: Text,
  family_name: Text,
  preferred_username: Text,
})

type SignInProviderOptions = LimitedFetchOptions & {
  /** Decides only when the provider is discovered again. */
  now: () => Date
}

export function createSignInProvider(
  settings: OidcSettings,
  { now, ...fetchOptions }: SignInProviderOptions,
): SignInProvider {
  const { id, name, issuer, clientId, clientSecret } = settings
  let known: { configuration: Promise<Configuration>; discoveredAt: number } | null = null

  /** Concurrent sign-ins share one discovery. A failed one is forgotten, so the next sign-in tries again. */
  async function configuration(): Promise<Configuration> {
    const at = now().getTime()
    if (known === null || Math.abs(at - known.discoveredAt) >= DISCOVERY_TTL_MS) {
      const attempt = { configuration: discover(), discoveredAt: at }
      known = attempt
      attempt.configuration.catch(() => {
        if (known === attempt) known = null
      })
    }
    return known.configuration
  }

  function discover(): Promise<Configuration> {
    const execute = [enableNonRepudiationChecks]
    // oxlint-disable-next-line typescript/no-deprecated -- marked so only as a warning; the settings allow http for loopback
    if (issuer.startsWith('http:')) execute.push(allowInsecureRequests)
    return discovery(new URL(issuer), clientId, undefined, clientSecretAuth(clientSecret), {
      execute,
      // The library allows for more kinds of bodies than it sends.
      [customFetch]: limitedFetch(fetchOptions) as CustomFetch,
    })
  }

  return {
    id,
    name,
    issuer: new URL(issuer).href,

    authorizationUrl: ({ state, nonce, codeVerifier }, redirectUri) =>
      orProviderError(async () => {
        const url = buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        })
        return url.href
      }),

    identify: ({ state, nonce, codeVerifier }, callbackUrl) =>
      orProviderError(async () => {
        const config = await configuration()
        const tokens = await authorizationCodeGrant(config, callbackUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const idToken = Claims.parse(tokens.claims())
        const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined
        // Many providers leave the email address and the name out of the ID token.
        if (idToken.email != null || !hasUserInfo) return toIdentity(idToken)
        const userInfo = await fetchUserInfo(config, tokens.access_token, idToken.sub)
        return toIdentity(Claims.parse({ ...userInfo, iss: idToken.iss }))
      }),
  }
}

/** Sends the secret in the form that providers accept by default, unless this one accepts only the other form. */
function clientSecretAuth(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const accepted = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (accepted.includes('client_secret_basic') ? basic : post)(server, client, body, headers)
  }
}

function toIdentity(claims: z.output<typeof Claims>): ProviderIdentity {
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: claims.email_verified == null ? null : (claims.email ?? null),
    firstName: claims.given_name,
    lastName: claims.family_name,
    nickname: claims.preferred_username,
  }
}

async function orProviderError<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task()
  } catch (cause) {
    const isRefused = cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError
    const code = isRefused ? cause.error : codeOf(cause)
    throw new ProviderError(isRefused ? 'refused' : 'unavailable', `sign-in provider: ${code}`, { cause })
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unexpected response'
}
